"""What ``help`` prints during a sitting, by game, English and German. The words to type are the same in both."""

from __future__ import annotations

from companion.rules.protocol import Language

TEXTS: dict[str, tuple[str, str]] = {
    "face-off": (
        """Type while it runs:
  trade Ann Ben [3]      the table names who trades      win Ann ruby      Ann shouts Face Off!
  confirm / deny         is the call right?              clean / teeth     the victory speech
  Ann: call Ben          a wrong card came from Ben      next B            the dealer's next signals
  undo, overrule N       take a ruling back              pause, resume     signals do not count
  seat 2 Ann             the face in seat 2 is Ann       score, help, quit
  wild Ann               Ann, who deals, shows the Wild Thing twice
  evidence [FILE.png]    what the verdict on the teeth rests on""",
        """Zum Tippen, während es läuft:
  trade Ann Ben [3]      der Tisch sagt, wer tauscht     win Ann ruby      Ann ruft Face Off!
  confirm / deny         stimmt der Ruf?                 clean / teeth     die Siegesrede
  Ann: call Ben          falsche Karte von Ben           next B            die nächsten Signale des Gebers
  undo, overrule N       eine Entscheidung zurücknehmen  pause, resume     Signale zählen nicht
  seat 2 Ann             das Gesicht auf Platz 2 ist Ann score, help, quit
  wild Ann               Ann, die gibt, macht das Wild Thing zweimal vor
  evidence [DATEI.png]   worauf das Urteil über die Zähne beruht""",
    ),
    "keep-smiling": (
        """Type while it runs:
  Ann: place S G N S G   five pieces face down: Smily, Grimmy, Neutralo (typed unseen)
  3 5 6 / roll           the dice as you see them / companion throws
  4 / accept             the value of a die that could not be read / the dice count as they lie
  a:3 b:5+6 / pass       the move / no piece can use a die
  duel 4 2 / duel        the duel's dice, the attacker's first / companion throws
  S G N S G S            at the end of a game with --pieces physical: the chairs, 6 first
  undo, overrule N       take a ruling back              score, pause, resume, help, quit""",
        """Zum Tippen, während es läuft:
  Ann: place S G N S G   fünf Figuren verdeckt: Smily, Grimmy, Neutralo (ungesehen tippen)
  3 5 6 / roll           die Würfel, wie ihr sie seht / companion würfelt
  4 / accept             die Augen eines Würfels, der nicht zu lesen war / die Würfel gelten, wie sie liegen
  a:3 b:5+6 / pass       der Zug / keine Figur kann einen Würfel nutzen
  duel 4 2 / duel        die Würfel des Duells, Angreifer zuerst / companion würfelt
  S G N S G S            am Ende eines Spiels mit --pieces physical: die Sessel, 6 zuerst
  undo, overrule N       eine Entscheidung zurücknehmen  score, pause, resume, help, quit""",
    ),
}


def help_text(game: str, language: Language) -> str:
    """The words that can be typed in ``game``. Raises KeyError for one that has no sitting."""
    return TEXTS[game][language == "de"]
