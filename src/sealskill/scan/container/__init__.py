"""One file per binary format: what stands in it comes out as contents, and every byte of it is accounted for."""
