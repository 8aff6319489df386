"""Pure judgement: is this draft a skill, whose is it, which one wins, may it be used here and now."""
