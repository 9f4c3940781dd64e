"""The named features of a claim and a premise that need no model: words, amounts, names, opposites, order."""
