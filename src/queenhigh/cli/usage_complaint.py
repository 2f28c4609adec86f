"""One plain sentence about a command that was called wrongly."""

import re

from typer.exceptions import TyperException

from .command_groups import TyperObject

_NO_COMMAND = re.compile(r"No such command '(.*?)'\.")
_TOO_MUCH = re.compile(r"Got unexpected extra argument\(s\) \((.*)\)", re.DOTALL)


def usage_complaint(error: TyperException, called: str) -> str:
    """`called` is the command as far as it was understood: `queenhigh audit verify`."""
    context: TyperObject = getattr(error, "ctx", None)
    command = context.command_path if context else called
    return f"{command}: {_what_is_wrong(error, context)} (see {command} --help)"


def _what_is_wrong(error: TyperException, context: TyperObject) -> str:
    option: TyperObject = getattr(error, "option_name", None)
    match type(error).__name__:  # Typer makes few of its classes public.
        case "MissingParameter":
            return f"{_hint(error)} is missing"
        case "BadParameter":
            return f"{_hint(error)}: {error.message.rstrip('.')}"
        case "NoSuchOption":
            return _unknown_option(option, context)
        case "BadOptionUsage":
            takes = "takes no value" if "does not take" in error.message else "needs a value"
            return f"{option} {takes}"
        case _:
            return _other(error.format_message(), context)


def _hint(error: TyperObject) -> str:
    """The option or argument, as the help shows it."""
    if error.param_hint or not error.param:
        return str(error.param_hint or "the command")
    if error.param.param_type_name == "argument":
        return str(error.param.metavar or error.param.name.upper())
    return str(max(error.param.opts, key=len))


def _unknown_option(asked: str, context: TyperObject) -> str:
    if hasattr(context.command, "commands"):
        return f"no option {asked} goes before the name of a command"
    for each in context.command.params:
        if each.param_type_name == "argument" and each.name == asked.lstrip("-"):
            shown = each.metavar or each.name.upper()
            return f"{asked} is given without a name: {context.command_path} {shown}"
    from ..house.suggestion import did_you_mean

    options = [name for each in context.command.params for name in each.opts]
    begun = [name for name in options if name.startswith(asked)] if asked[:2] == "--" else []
    meant = f"; did you mean {begun[0]}?" if begun else did_you_mean(asked, options)
    return f"there is no option {asked}{meant}"


def _other(message: str, context: TyperObject) -> str:
    """Handle unknown commands and extra words, for which Typer has no class."""
    if unknown := _NO_COMMAND.match(message):
        from ..house.suggestion import did_you_mean

        meant = did_you_mean(unknown[1], context.command.list_commands(context))
        return f"there is no command {unknown[1]}{meant}"
    if extra := _TOO_MUCH.match(message):
        return f"{extra[1]!r} is more than the command takes"
    return message.rstrip(".")
