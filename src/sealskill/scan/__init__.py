"""Scanning: what a package's bytes do and say, whoever wrote them. Pure: bytes in, a `Report` out."""
