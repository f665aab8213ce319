"""The trace of the rules through the books, and the page that shows all of it: `places` and `page`."""
