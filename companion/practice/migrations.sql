-- Each part takes a database from the version before to its own.

-- version 1: no scores; all times are taken for UTC
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player(id) ON DELETE CASCADE,
    drill TEXT NOT NULL, asked TEXT NOT NULL, made TEXT,
    onset REAL, recognised REAL, hit INTEGER NOT NULL, at REAL NOT NULL);
CREATE INDEX attempt_player ON attempt(player, at);

-- version 2: neither throws of dice nor what was added to profiles
ALTER TABLE attempt ADD COLUMN score REAL;
ALTER TABLE attempt ADD COLUMN zone INTEGER NOT NULL DEFAULT 0;

-- version 3
CREATE TABLE throw (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player(id) ON DELETE CASCADE,
    read TEXT NOT NULL, fell TEXT NOT NULL, asked INTEGER NOT NULL, at REAL NOT NULL, zone INTEGER NOT NULL);
CREATE TABLE addition (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player(id) ON DELETE CASCADE,
    takes INTEGER NOT NULL, created INTEGER NOT NULL, scores TEXT NOT NULL, signals TEXT NOT NULL);
CREATE INDEX throw_player ON throw(player, at);
