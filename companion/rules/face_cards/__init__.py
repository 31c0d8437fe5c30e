"""The rules of Face Cards (Leo Colovini, Ravensburger): base game, Kenner, Könner and Risiko."""
