"""Text, for people."""

from __future__ import annotations

from sealskill.report import scan_text
from sealskill.report.format import ReportFormat

FORMAT = ReportFormat(name="text", render=scan_text.render, page=scan_text.page_of, suffixes=(".txt",))
