"""The steps, each named by the version that it leads to."""
