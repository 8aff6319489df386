"""One file for each way to write a scan down, ending in `FORMAT = ReportFormat(...)`; the folder is the registry."""
