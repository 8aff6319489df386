"""What a second reader is asked, and what its answer is worth. Pure: nothing is sent here."""
