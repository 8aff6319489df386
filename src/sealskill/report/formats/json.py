"""JSON, for programs."""

from __future__ import annotations

from sealskill.report import scan_json
from sealskill.report.format import ReportFormat

FORMAT = ReportFormat(name="json", render=scan_json.render, suffixes=(".json",))
