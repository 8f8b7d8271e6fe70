"""The parts that all games share: compiled play, random streams, declarations.

The engine is ten rooms, each a folder that imports only from those before it: words, native,
chance, vectors, game, find, play, worlds, who, match.  The modules beside them are for games and
strategies of users: they hold the names that the documentation uses, and nothing inside Playout
imports them.
"""
