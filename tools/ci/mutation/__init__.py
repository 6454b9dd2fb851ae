"""Mechanical edits of the witnesses' sources, and how many of them the suite kills."""
