"""Flags, environment and configuration files: read here once and nowhere else."""

from sealskill.settings.files import WORKSPACE_FILES, config_digest
from sealskill.settings.load import Explained, explain, load, state_folder
from sealskill.settings.reference import Row, Variable, reference, variables

__all__ = [
    "WORKSPACE_FILES",
    "Explained",
    "Row",
    "Variable",
    "config_digest",
    "explain",
    "load",
    "reference",
    "state_folder",
    "variables",
]
