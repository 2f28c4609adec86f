"""Papers: the blocks of a printed document, the files they become, and plots."""
