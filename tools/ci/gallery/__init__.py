"""The parts of check-gallery.py, and what the pictures of each contract show."""
