"""What the checks of pages share."""
