from . import hex as hex
from . import the_game as the_game
from .api import compare as compare
from .api import extend as extend
from .api import load_run as load_run
from .api import luck as luck
from .api import merge as merge
from .api import rare as rare
from .api import resume as resume
from .api import run as run
from .api import run_study as run_study
from .api import tournament as tournament
from .api import verify as verify
from .engine.declared import game as game
from .engine.errors import IllegalMove as IllegalMove
from .engine.errors import PlayoutError as PlayoutError
from .engine.game import Game as Game
from .engine.game import Measure as Measure
from .engine.game import Option as Option
from .engine.match import Match as Match
from .engine.registry import strategy as strategy
from .lists import list_games as list_games
from .lists import list_measures as list_measures
from .lists import list_options as list_options
from .lists import list_strategies as list_strategies
from .lists import list_studies as list_studies

__version__: str
