"""What does one more card per turn cost?  A rule option as a factor, and the numbers as a table.

Run it: python examples/compare_rules.py
"""

from __future__ import annotations

import playout


def main() -> None:
    """Print the win rate for one to four cards a turn, and how the games ended."""
    answer = playout.run(
        "the-game", strategy="chains", players=2, min_cards=[1, 2, 3, 4], games=5_000, seed=1
    )
    table = answer.to_pandas()
    print(table[["min_cards", "win", "win_low", "win_high"]].round(4).to_string(index=False))

    # The exact counts behind the means are there too.
    counts = answer.distribution("cards_left")
    for least, rows in counts.groupby("min_cards"):
        few = rows.loc[rows["cards_left"] < 5, "count"].sum()
        print(f"at least {least} a turn: {few} of 5000 games ended with fewer than five cards left")


if __name__ == "__main__":
    main()
