"""Helpers of the scripts attack-*.py: a small suite, programs for it, and ways to compare folders."""
