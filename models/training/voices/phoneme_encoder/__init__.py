"""How models/phoneme_encoder was made: generated sentences, said by voices, laid under their phones, in rooms."""
