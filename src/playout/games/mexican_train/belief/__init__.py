"""The tiles that a search believes the other players hold."""
