"""Ready skills become text for a model. Pure: bodies and locations arrive as arguments, nothing is read here."""
