"""Asking: who may be asked, what is answered, and what an answer is good for."""
