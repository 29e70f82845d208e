"""What a position is worth: valuers, and the kinds of number they give."""
