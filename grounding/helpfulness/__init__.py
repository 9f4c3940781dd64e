"""How well an answer serves its prompt, apart from whether it is true."""
