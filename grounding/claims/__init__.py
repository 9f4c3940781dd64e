"""From an answer to its claims: Markdown, sentences, pronouns, and what needs no check."""
