from arena.errors import ConfigErrors, Problem, UserError


def test_no_error_does_anything_to_a_terminal() -> None:
    error = UserError("a \x1b[31m", "b \x07")

    assert (str(error), error.message, error.hint) == ("a \\x1b[31m", "a \\x1b[31m", "b \\x07")
    assert str(ConfigErrors([Problem("\x1bkey", "text")])) == "\\x1bkey: text"
