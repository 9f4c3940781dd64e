"""Near misses made by editing the evidence, so that every claim stands with both labels.

``swaps`` replaces a value in the sentence that carries a claim, ``reshapes`` what the sentence says of it (negated,
planned, under a condition, of some only), ``frames`` and ``tables`` are passages of our own in two states.
``groups`` draws a passage with a claim, edits it and returns the rows.
"""
