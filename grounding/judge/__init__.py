"""From pairs of premise and claim to calibrated probabilities: the entailment models and their combiner."""
