"""How the reader (:mod:`grounding.reader`) is made: ``python -m grounding.training.reader train`` and ``export``."""
