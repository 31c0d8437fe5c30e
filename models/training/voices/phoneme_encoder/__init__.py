"""How models/phoneme_encoder was made: sentences that nobody wrote, said by voices, laid under their phones, in
rooms."""
