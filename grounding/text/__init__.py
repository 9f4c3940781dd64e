"""Words, sentences, numbers, units and languages: what all other floors read a text with."""
