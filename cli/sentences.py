"""The sentences for all that can be wrong, to be filled with the fields of the problem."""

from collections.abc import Mapping

from wormadvisor.cli.language import mark

SENTENCES: Mapping[str, str] = {
    # Positions.
    "not_a_tile": mark("{token} is not a tile; tiles are {lowest} to {highest}"),
    "tile_twice": mark("the tile {tile} is in more than one place ({places}); leave it in one"),
    "players": mark("{players} players; the game has {lowest} to {highest}"),
    "fewer_players": mark("{token} players, but the stacks are for {given}; give a higher number"),
    "more_opponents": mark("{given} opponents, but --position has {opponents}; leave some out"),
    "game_over": mark("no open tile is left: the game is over"),
    "two_players_only": mark("{players} players; proven win chances need a game of two"),
    "not_positive": mark("{token} is no positive number that can be used here"),
    "not_for_objective": mark("this option goes with --objective win only"),
    "not_certified": mark("no proof was found; please report the position"),
    # Dice.
    "too_many_dice": mark("{dice} dice; there are only {highest}"),
    "dice_not_complete": mark(
        "dice rolled: {rolled}, set aside: {kept}; together they must be {needed}"
    ),
    "roll_empty": mark("a roll needs at least one die; before the roll, leave it out"),
    "turn_over": mark("all six faces are set aside, so the turn is over: there is no roll"),
    "left_not_rolled": mark("dice left: {left}, but rolled: {rolled}; give one of the two"),
    "taken_count": mark(
        "{taken} cannot be {aside} dice, only {allowed}; name each face, counts as in Wx2"
    ),
    "taken_sum": mark("{taken} cannot have the sum {total}; possible: {allowed}"),
    # Rules.
    "unknown_preset": mark("{token} is not a set of rules; there are: {allowed}"),
    "unknown_switch": mark("{token} is not a switch of the rules; there are: {allowed}"),
    "unknown_value": mark("{token} is not possible for {switch}; choose one of: {allowed}"),
    "switch_without_value": mark("{token} needs a value, as in {example}"),
    "switch_twice": mark("the switch {switch} is given twice; leave one out"),
    # Objectives.
    "unknown_objective": mark("{token} is not an objective; there are: {allowed}"),
    "total": mark("{token} is not a total of dice; totals are {lowest} to {highest}"),
    # Players.
    "unknown_player": mark("{token} is not a player; there are: {allowed}"),
    "player_depth": mark("{token} looks {lowest} to {highest} turns ahead, as in network:2"),
    "player_noise": mark("{token} needs a number of at least 0 behind the ~, as in lead~0.5"),
    "player_judges_nothing": mark("{token} cannot be weakened; leave the ~ out, or take lead~0.5"),
    # Games.
    "names_not_players": mark("{names} names for {players} players; give each player one name"),
    "name_empty": mark("a name is empty; give each player one"),
    "name_twice": mark("{token} is the name of two players; make them differ"),
    "seat": mark("{token} is not a seat; seats are {lowest} to {highest}"),
    "turn_unfinished": mark("this turn has no end, and another follows; say how it ended"),
    "no_roll": mark("there is no roll to choose from; give the dice first"),
    "choose_first": mark("set aside a face of the roll first: {allowed}"),
    "no_new_face": mark("the roll has no new face, so the turn is a bust"),
    "no_dice_left": mark("no dice are left, so the turn is over: there is no roll"),
    "outcome_needed": mark("say how the turn ended, as no dice of it are known"),
    "tile_missing": mark("the tile is missing; say which one was taken"),
    "victim_missing": mark("say whom it was stolen from: 1 is the next player, 2 the one after"),
    "nothing_to_undo": mark("there is nothing to undo"),
    "entry_no_roll": mark("the turn is over: there is no roll; stop"),
    "illegal_face": mark("{token} cannot be set aside now; possible: {allowed}"),
    # At the table.
    "names_needed": mark("a game needs {lowest} to {highest} players; name as many"),
    "name_unprintable": mark("{token} cannot be shown; choose a plain name"),
    "starts_in_turn": mark("a game starts before a turn; leave out the dice set aside"),
    "file_in_use": mark("{path} is in use by another program; end that one first"),
    "file_exists": mark("{path} is there already; choose another name"),
    "not_saved": mark("{path} cannot be written: {reason}"),
    "no_saved_game": mark("no game is saved in {path}; name its file"),
    "not_against_bots": mark(
        "this is no game against bots; go on with it: wormadvisor coach --resume {path}"
    ),
    "entry_word": mark("{token} is not understood; type help"),
    "name_or_word": mark(
        "{token} can be {allowed} or a word of its own; put a name in quotes, or a word on its "
        "own line"
    ),
    "game_too_long": mark("a game has at most {highest} turns; begin another one"),
    "entry_dice": mark("dice in hand: {hand}, but {token} has {dice}"),
    "entry_tile": mark("which tile? as in: took 27"),
    "entry_from": mark("from whom? as in: stole 30 from Anna"),
    "entry_not_all": mark("{token} is not all of them: set aside {all}"),
    "entry_surplus": mark("{token} is one word too many; say stop or roll only once"),
    "entry_no_advice": mark("there is no advice to follow yet; give the dice"),
    "entry_no_tile": mark("{name} has no tile to steal"),
    "tile_on_grill": mark("the {tile} is on the grill, so it is taken, not stolen"),
    "tile_own": mark("the {tile} is on the stack of {name}, whose turn it is"),
    "tile_covered": mark("the {tile} is under another tile of {name}"),
    "tile_on_top": mark("the {tile} is on top of the stack of {name}"),
    "tile_gone": mark("the {tile} is out of the game"),
    "fix_how": mark("write the number of a turn and what it was: fix 3 took 27"),
    "fix_turn": mark("{token} is not a turn; turns are {lowest} to {highest}"),
    "fix_none": mark("no turn was entered yet, so there is none to fix"),
    "fix_nobody": mark("{name} had no turn yet"),
    "fix_more": mark("this is more than the one turn {turn}"),
    "fix_open": mark("turn {turn} has no end yet: add how it ended"),
    # Records.
    "name_unclear": mark(
        "{token} can be several players: {allowed}; write more of it, in quotes if there are spaces"
    ),
    "unknown_name": mark("{token} does not play here; players: {allowed}"),
    "record_outside": mark("{token} is not in a game; a game begins with [players NAME NAME]"),
    "record_nothing": mark("no game is written here; a game begins with [players NAME NAME]"),
    "record_tag": mark("{token} is not a tag; write [name value]"),
    "record_after_tag": mark("{token} comes after the end of the tag; put it on its own line"),
    "record_tag_late": mark("the tag {token} comes after the first turn; put it before"),
    "record_tag_twice": mark("the tag {token} is given twice; leave one out"),
    "record_open": mark("{token} is not closed; put a {close} behind it"),
    "record_line": mark("{token} is not a turn; write: 1. NAME: DICE>FACE ... take 24"),
    "record_word": mark("{token} is no part of a turn: dice as 11234WWW>W, take, steal or bust"),
    "record_after_end": mark("{token} comes after the end of the turn; leave it out"),
    "record_no_turn": mark("the turn of {token} is empty; write its dice, or how it ended"),
    "record_no_text": mark("this is no text in UTF-8; save the file as UTF-8"),
    "record_too_long": mark("the game has more than {highest} turns; the rest is not read"),
    "record_not_mover": mark("it is not the turn of {token}, but of {expected}"),
    "record_number": mark("{token} is not the number of this turn, which is {expected}"),
    "record_victim": mark("the {tile} is not on the stack of {token}, but of {expected}"),
    "record_start_dice": mark("a game cannot start within a turn; leave the dice out"),
    "record_other_rules": mark("{token} contradicts the start, which says {expected}"),
    "record_not_over": mark("there is a result, but the game is not over; leave it out"),
    "record_result": mark("{token} did not win; the winner: {expected}"),
    "record_more": mark("{count} more problems, not shown"),
    "record_no_turns": mark("no turn is written here, so there is nothing to analyse"),
    "record_many": mark("more than {highest} games; the rest is not analysed"),
    # Text.
    "empty": mark("nothing is written here; write {write} for none"),
    "empty_item": mark("nothing is written between two commas; leave one comma out"),
    "range_backwards": mark("the range {token} runs backwards; write {write}"),
    "not_a_face": mark("{token} is not a face of a die; faces are {allowed} (the worm)"),
    "bad_count": mark("{token} is not a number of dice from {lowest} to {highest}"),
    "mixed_dice": mark(
        "{token} mixes letters run together with a comma list; write {write} instead"
    ),
    "extra_space": mark("one space too many; put a single space between fields"),
    "too_many_fields": mark("{token} is one field too many; there can be: {allowed}"),
    "rules_not_last": mark("the rules {token} must be the last field"),
    # Options.
    "not_a_number": mark("{token} is not a whole number from {lowest} to {highest}"),
    "given_twice": mark("given more than once; leave all but one out"),
    "contradiction": mark("{token} contradicts {other}, which says {says}; leave one of them out"),
    "not_together": mark("does not go with {other}; leave one of the two out"),
    "needs_option": mark("goes with {needed} only"),
    "needs_one_of": mark("goes with one of these only: {allowed}"),
    "depth_of_dice": mark("0 turns deep nothing is known of dice; give 1 or more"),
    "not_with_batch": mark("does not go with --batch, where each line is a whole position"),
}
"""By kind of a problem: what is wrong and how to mend it; see `wormadvisor.solver.errors`."""

TABLE_SENTENCES: Mapping[str, str] = {
    "missing": mark("{path}: there is no such file; to mend it: {mend}"),
    "foreign": mark("{path}: this is not the table asked for; to mend it: {mend}"),
    "truncated": mark("{path}: the file is cut short; to mend it: {mend}"),
    "damaged": mark("{path}: the file is damaged; to mend it: {mend}"),
    "version": mark("{path}: made by another version of the program; to mend it: {mend}"),
    "other_rules": mark("{path}: made for other rules; to mend it: {mend}"),
    "dependency": mark("{path}: a table it was built from is gone or changed; to mend it: {mend}"),
    "refuted": mark("{path}: its numbers are wrong; to mend it: {mend}"),
    "unreadable": mark("{path}: cannot be read; to mend it: {mend}"),
    "unwritable": mark("{path}: cannot be written; to mend it: {mend}"),
    "locked": mark("{path}: another process is writing it; to mend it: {mend}"),
}
"""The same of a table on disk; see `wormadvisor.tables.errors`."""
