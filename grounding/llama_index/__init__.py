"""Verdicts inside LlamaIndex, with no language model: on responses, around query engines, as an evaluator.

Needs the extra ``llama-index``; ``import grounding`` alone stays free of it.

>>> from grounding import GroundingChecker                                                   # doctest: +SKIP
>>> engine = CheckedQueryEngine(index.as_query_engine(), ResponseChecker(GroundingChecker.load()))
>>> engine.query("How tall is the tower?").metadata["grounding"]["support_score"]            # doctest: +SKIP
0.98
"""

from grounding.llama_index.checker import ResponseChecker
from grounding.llama_index.evaluator import GroundingEvaluator
from grounding.llama_index.query_engine import CheckedQueryEngine
from grounding.llama_index.relevance import AnswerRelevanceEvaluator
from grounding.policy import Policy

__all__ = [
    "AnswerRelevanceEvaluator",
    "CheckedQueryEngine",
    "GroundingEvaluator",
    "Policy",
    "ResponseChecker",
]
