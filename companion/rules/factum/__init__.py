"""Factum: true stories, a card for each, two teams, a judge and confusing cards."""
