"""The window: the only package that knows Qt and pyqtgraph. It draws Traces and asks the Store for edits."""
