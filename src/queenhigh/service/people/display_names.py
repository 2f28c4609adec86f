"""People's names: those kept in the log, and those shown."""

import re
import secrets
import unicodedata
from typing import Final

from ...table.seats import is_walk_in
from ..errors import ServiceError
from ..rights import PERSON_ROLES

# ASCII letters only: two people must not have names that look alike. The log has `player:NAME` and
# the books have `patron:NAME`, so there is no colon either.
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{2,31}")
_OURS: Final = ("guest-", "bot-")  # Prefixes reserved for guests and bots.
_RESERVED: Final = frozenset({"system", "house", "nobody", "dealer", "player", "guest", "bot"})
_LONGEST_DISPLAY: Final = 40
_LONGEST_CALLED: Final = 20  # Leaves room for a number after it.
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Control, direction, line and page.
# Characters that look blank although Unicode classes them as letters, marks or symbols: Hangul
# fillers, a joiner, Khmer vowels, Mongolian and other variation selectors (the rest of Unicode's
# Default_Ignorable_Code_Point), and the Braille blank.
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
) | {chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}

# Characters that look like a letter from a to z: letters of other alphabets, digits and signs,
# letters with a stroke or hook, which have no accent to remove, and small capitals. Anything that
# is one upright stroke counts as an l: I, i without its dot, 1 and | cannot be told apart.
_ALIKE: Final = {
    alike: letter
    for letter, many in {
        "a": "аαɑᴀⱥ", "b": "вᴃʙƀ", "c": "сϲϹᴄȼ", "d": "ԁᴅđɖ", "e": "еε3ᴇɇ", "f": "ƒꜰ",
        "g": "ɡɢǥ", "h": "һнʜħ", "j": "јᴊɉ", "k": "кκᴋƙ", "l": "iіιıɪɩ1|ǀłʟƚɫ", "m": "мᴍ",
        "n": "ηɴŋ", "o": "оο0øᴏɵ", "p": "рρᴘþ", "q": "ԛɋ", "r": "ʀɍг", "s": "ѕ5ꜱ",
        "t": "тτᴛŧ", "u": "υᴜʉ", "v": "νᴠ", "w": "ԝᴡω", "x": "хχ", "y": "уʏγɏ", "z": "ᴢƶ",
    }.items()
    for alike in many
}  # fmt: skip

_ANIMALS: Final = (
    "adder badger beaver bison bunting bittern buzzard camel carp civet cobra condor coyote crane"
    " cricket curlew dingo dolphin dormouse dove dunlin eagle egret eider elk falcon ferret finch"
    " firefly flamingo fox gannet gazelle gecko gibbon goshawk grouse gull hamster hare hawk"
    " hedgehog heron hoopoe hornet ibex ibis iguana jackal jaguar jay kestrel kingfisher kite koala"
    " lark lemming lemur leopard linnet llama lobster lynx magpie mallard marmot marten merlin mink"
    " mole moose moth newt nightjar ocelot octopus oriole osprey otter owl panda panther partridge"
    " pelican penguin petrel pheasant pigeon pike plover puffin puma quail rabbit raccoon raven"
    " redwing reindeer robin rook salmon sandpiper seal shrew siskin skua skylark sparrow squirrel"
    " starling stoat stork swallow swan swift tapir teal tern thrush tiger toad trout turtle viper"
    " vole wagtail walrus warbler weasel whale wigeon wolf wombat woodpecker wren yak zebra"
).split()


def lower(name: str) -> str | None:
    """The name as stored, from whatever was typed; None if it cannot be a name."""
    kept = name.strip().lower()
    return kept if _NAME.fullmatch(kept) else None


def new_name(name: str) -> str:
    """The name of a new person as stored. Raises ServiceError if it is not allowed."""
    kept = lower(name)
    if kept is None:
        message = (
            "A name has 3 to 32 letters (a to z), digits, dots, dashes or underscores,"
            " and begins with a letter or a digit."
        )
        raise ServiceError("name/invalid", message, 400, path="name")
    if kept in _RESERVED or kept.startswith((*_OURS, "walk-in")):
        raise ServiceError("name/reserved", f"The name {kept} is reserved.", 400, path="name")
    return kept


def shown(text: str, otherwise: str, path: str = "display", sign_in: str | None = None) -> str:
    """A text to show, normalised; `otherwise` if it is empty. Raises ServiceError.

    The sign-in name must not be shown to others.
    """
    kept = unicodedata.normalize("NFC", text).strip()
    if len(kept) > _LONGEST_DISPLAY:
        message = f"A display name has at most {_LONGEST_DISPLAY} characters."
        raise ServiceError("name/too_long", message, 400, path=path)
    if has_unseen(kept):
        message = "A display name must not contain control characters."
        raise ServiceError("name/invalid", message, 400, path=path)
    if path == "display" and is_of_the_house(kept):
        message = "That name is reserved for roles of the house: choose another display name."
        raise ServiceError("name/reserved", message, 400, path=path)
    if sign_in is not None and kept.casefold() == sign_in:
        message = "Choose another display name: others must not see your sign-in name."
        raise ServiceError("name/secret", message, 400, path=path)
    return kept or otherwise


def looks_like(text: str) -> str:
    """A key for what a name looks like: names with equal keys cannot be told apart at a glance."""
    text = "".join(_ALIKE.get(each, each) for each in text)  # Before a letter becomes another.
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    seen = (_ALIKE.get(each, each) for each in plain if each not in _BLANK)
    return "".join(each for each in seen if each.isalnum())


def has_unseen(text: str) -> bool:
    return any(each in _BLANK or unicodedata.category(each) in _UNSEEN for each in text)


def is_of_the_house(text: str) -> bool:
    """Whether a name reads like a role, the system, or a walk-in whom staff have seated."""
    look = looks_like(text)
    return look in _OF_THE_HOUSE or look.startswith(_LOOKS_WALKED_IN)


def kept_name(display: str, tries: int = 0) -> str:
    """A name for log and books that reveals no more than the display name: ``ann``, ``ann-42``. It
    is an animal's if the display name has nothing in ASCII, and gets a number if it is taken.
    """
    plain = unicodedata.normalize("NFKD", display).encode("ascii", "ignore").decode().lower()
    called_so = "-".join(re.findall("[a-z0-9]+", plain))[:_LONGEST_CALLED].strip("-")
    if not called_so or f"{called_so}-".startswith((*_OURS, "walk-in")):
        return f"{secrets.choice(_ANIMALS)}-{_number(tries)}"
    if tries == 0 and _NAME.fullmatch(called_so) and called_so not in _RESERVED:
        return called_so
    return f"{called_so}-{_number(tries)}"


def called(name: str) -> str:
    """The default display name: ``heron-42`` is Heron 42."""
    spoken_so = spoken(name)
    return spoken_so if spoken_so != name else name.replace("-", " ").capitalize()


def spoken(name: str) -> str:
    """A name from the log as people say it: guests, bots and walk-ins are called that."""
    if is_walk_in(name):
        called, _, unique = name.removeprefix("walk-in-").rpartition("-")
        return f"Walk-in {called or unique}"
    kind, _, rest = name.partition("-")
    if name.startswith(_OURS) and rest:
        number = rest.rpartition("-")[2]
        return f"Bot {number}" if kind == "bot" else f"Guest {rest.replace('-', ' ')}"
    return name


def guest_name(tries: int = 0) -> str:
    """A guest's name, such as ``guest-otter-42``; the number gets longer with each try."""
    return f"{_OURS[0]}{secrets.choice(_ANIMALS)}-{_number(tries)}"


def _number(tries: int) -> int:
    return secrets.randbelow(90 * 10 ** (tries // 2)) + 10


_TITLES: Final = (*PERSON_ROLES, "floor_supervisor", "supervisor", "manager", "cashier", "admin")
_OF_THE_HOUSE: Final = frozenset(
    looks_like(each) for each in (*_RESERVED, *_TITLES, "the house", "the floor", "queenhigh")
)
_LOOKS_WALKED_IN: Final = looks_like("walk-in")
