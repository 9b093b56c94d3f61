"""The mathematics of attention and the Document it works on: standard library and numpy, nothing else.

No files, no clock and no unseeded chance, so that equal Documents give equal numbers everywhere.
"""
