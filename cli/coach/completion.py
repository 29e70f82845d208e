"""Lines typed at a terminal, with history, and completion of words and names."""

from collections.abc import Callable, Iterable, Iterator

from wormadvisor.cli.coach.session import Session
from wormadvisor.cli.entries import COMMANDS, ENDS
from wormadvisor.solver.position import Outcome

Ask = Callable[[str], str]


def terminal(session: Session) -> Ask:
    """Ask at the terminal; the tab key completes, the arrow keys go through earlier lines.

    The function given raises EOFError at the end of the input, KeyboardInterrupt for Ctrl-C.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            typed = document.get_word_before_cursor(WORD=True)
            for word in suggestions(session, document.text_before_cursor):
                yield Completion(word, start_position=-len(typed))

    prompts: PromptSession[str] = PromptSession(completer=Words(), complete_while_typing=False)
    return prompts.prompt


def suggestions(session: Session, text: str) -> list[str]:
    """List what the last word of a line may become."""
    game = session.game
    *before, typed = text.split(" ") if text else [""]
    tiles = () if game.is_over else game.position.all_outcomes()
    previous = before[-1].lower() if before else ""
    if previous == "from":
        words = [name if " " not in name else f'"{name}"' for name in game.names]
    elif previous in (*ENDS["steal"], "steal"):
        words = ["from", *_tiles(tiles, "steal")]
    elif previous in (*ENDS["take"], "take"):
        words = [*_tiles(tiles, "claim"), *_tiles(tiles, "steal")]
    elif before and before[-2:-1] and before[-2].lower() in (*ENDS["steal"], "steal"):
        words = ["from"]
    else:
        words = ["stop", "took", "stole", "bust", "ok", *(() if before else COMMANDS)]
    return [word for word in words if word.lower().lstrip('"').startswith(typed.lower())]


def _tiles(outcomes: Iterable[Outcome], kind: str) -> list[str]:
    return [str(outcome.tile) for outcome in outcomes if outcome.kind == kind]
