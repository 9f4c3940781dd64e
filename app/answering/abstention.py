"""What every writer says where no passage answers the question."""

from app.answering.conversation import Conversation, Passages

ABSTENTION = "The documents do not answer this question."
"""Said whole and alone."""


def abstains(conversation: Conversation, passages: Passages, threshold: float) -> bool:
    """Whether no passage answers with at least ``threshold``, a probability in [0, 1].

    Without passages always; where the caller forbids it, only then.
    """
    return not passages.hits or (conversation.may_abstain and passages.probability < threshold)
