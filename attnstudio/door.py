"""The door for scripts and notebooks: open, move, attend, show. Importing it loads no Qt.

import attnstudio as at
doc = at.open("bank-river")
trace = at.attend(doc)
"""
