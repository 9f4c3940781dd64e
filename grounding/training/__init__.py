"""How the entailment model is made: ``python -m grounding.training`` mixes, generates, trains and exports.

Nothing on the serving path imports this package. Read in this order: :mod:`.rows` (one training example),
:mod:`.sources` (real pairs), :mod:`.generator` (made pairs), :mod:`.stages` (what each stage is fed),
:mod:`.batches`, :mod:`.loop` (training with resume), :mod:`.evaluate` (a quick look at the dev sets),
:mod:`.export` (int8 weights for serving), :mod:`.calibrate` (from probabilities to scores).
"""
