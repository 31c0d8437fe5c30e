"""Commands: each module has ``register(app: typer.Typer) -> None`` and raises CompanionError for what goes wrong."""
