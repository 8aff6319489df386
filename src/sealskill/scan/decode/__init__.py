"""One file per way to hide text: a document becomes further documents, whose places point back."""
