from .game import Game as Game
from .game import Measure as Measure
from .game import Option as Option
from .game import Rules as Rules
from .game import Strategy as Strategy
from .game import Text as Text
from .game import view_dtype as view_dtype
