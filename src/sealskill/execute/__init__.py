"""Running what others wrote."""
