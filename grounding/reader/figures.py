"""What the reader's network gives for every token, by column."""

START, END, NEEDED = 0, 1, 2
"""Of a token: the answer starts here, ends here, the question leaves out this word of the conversation."""

ANSWERED, YES, NO = 3, 4, 5
"""Of the whole, at the first token: the text answers the question; the answer is yes; it is no."""

FIGURES = 6
