"""Facts cut into windows and ranked, and the sentences and words that carry a verdict or fail it."""
