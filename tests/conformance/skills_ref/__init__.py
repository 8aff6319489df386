"""The names of skills-ref over our library. Words are translated here and nothing is judged."""
