"""The checker measured through its front door, on labelled rows and on worked cases."""
