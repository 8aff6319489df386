"""One file per language: a document becomes acts and sentences."""
