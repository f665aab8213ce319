"""The trace of rules through the books (`places`, `game`), and its page (`page`)."""
