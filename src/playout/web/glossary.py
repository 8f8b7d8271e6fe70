"""The words of answers, for people who meet them in a browser for the first time."""

GLOSSARY = {
    "Interval": "The range in which the true value lies with 95 % confidence: 40.9 % (39.9 to "
    "41.9). It is about chance alone, not about whether the computer plays as you would.",
    "Strategy": "A way of playing. The computer plays by one in each seat. Another strategy gives "
    "other numbers, so the answer names it.",
    "Win rate": "The share of all games that are won: 41 % means about 41 of 100 games.",
    "Equal share": "What each of several equally good players would win: 25 % of the games with "
    "four players. Players who tie share the win.",
    "Percentage point": "The difference between two percentages. From 40 % to 42 % is 2 percentage "
    "points.",
    "The same deals": "In a comparison both sides get the same cards or dice, so that the luck of "
    "the deal does not decide which one looks better.",
    "Luck and skill": "Luck is what the cards, the dice and the seats decide; skill is what the "
    "choice between strategies decides.",
    "Mistake": "A move that is worth less than another one. Its cost is the winning chance that it "
    "gives away. This is a lower bound: more simulations may find more.",
    "Simulated deal": "What a player cannot know is drawn at random: hidden cards, dice to come. "
    "Every legal move is then tried in each of these deals.",
    "Best play": "Moves that no other moves can beat. It is known for small games.",
    "Quantile": "A value that a given share of the games does not exceed. Half of the games do not "
    "exceed the median.",
    "Seed": "The number from which all chance follows: the same seed plays the same games.",
}
