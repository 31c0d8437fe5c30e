"""The rules of Factum: true stories with a picture card each, two teams, a judge and confusing cards."""
