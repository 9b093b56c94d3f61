"""The running program without its window: the Store, its history, and what is selected or pointed at."""
