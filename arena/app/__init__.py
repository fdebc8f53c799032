"""The application: ladders, matches, tests and grades, from what people ask for to what they get. It prints nothing."""
