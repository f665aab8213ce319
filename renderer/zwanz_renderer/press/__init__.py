"""The press: from a page of HTML to a tagged PDF, set, painted and written."""
