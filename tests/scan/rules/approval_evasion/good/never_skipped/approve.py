"""Approve a request.

Examples:
    # Skip confirmation and delete the request
    approve.py REQ-1 --yes
"""
