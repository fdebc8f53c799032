from arena.errors import ConfigErrors, Problem, UserError, printable


def test_what_cannot_be_printed_is_written_as_an_escape() -> None:
    assert printable("a\x1b[2J\u202eb\udcff\0é\n\tc") == "a\\x1b[2J\\u202eb\\udcff\\x00é\n\tc"
    assert printable("a\nb", keep="") == "a\\nb"


def test_no_error_does_anything_to_a_terminal() -> None:
    error = UserError("a \x1b[31m", "b \x07")

    assert (str(error), error.message, error.hint) == ("a \\x1b[31m", "a \\x1b[31m", "b \\x07")
    assert str(ConfigErrors([Problem("\x1bkey", "text")])) == "\\x1bkey: text"
