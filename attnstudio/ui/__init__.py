"""The window: the only package that knows Qt and pyqtgraph. It draws Traces and asks the Store for edits."""

from attnstudio.ui.unread import read_no_sources

read_no_sources()  # here, before the many modules of this package and of pyqtgraph are loaded
