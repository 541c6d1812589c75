"""Fits the weights of answers of the sources' own words, and prints them with how well they do.

Run it with a python that has numpy and scipy: `python tests/bench/answers.py CASES [--held]`. CASES is what
`FACTLY_CASES=1 FACTLY_QUESTIONS=FILE.json answers` prints (tests/bench/answers.rs). Every third article is held out and
dropped unread, unless `--held` is given: then the weights, which were fitted to the others, are judged on it.
"""

import json
import sys

import numpy as np
from scipy.optimize import minimize

JUDGED = 3
SHORTLIST = 12
SIGNALS = 19
# What only a closer look tells.
CLOSER = [16, 17, 18]
RIDGE = {"ranking": 0.03, "chance": 0.05}
# Questions that their own paragraph does not answer share its words. Each counts as much of an absent one: with any more
# than nothing fewer absent ones are refused, and hardly more of these.
OF_THE_PARAGRAPH = 0.0
WRONGLY_REFUSED = 0.05


class Case:
    """A question with its sentences: `kind` is 0 where one answers, 1 where its paragraph is left out, else 2."""

    def __init__(self, line):
        self.article, self.kind = line["article"], line["kind"]
        sentences = [one for one in line["sentences"] if one["near"]]
        self.signals = np.array([one["signals"] for one in sentences], float).reshape(-1, SIGNALS)
        self.answers = np.array([one["answers"] for one in sentences], bool)
        self.missing = np.array([one["missing"] for one in sentences], float).reshape(-1, 3)
        self.signals[:, CLOSER] = np.array([match(line["words"], one["near"]) for one in sentences]).reshape(-1, 3)
        self.similarity, self.length = line["chances"][-2:]

    def shortlist(self, weights):
        best = np.argsort(-(self.signals @ weights), kind="stable")[:SHORTLIST]
        return self.signals[best], self.answers[best], self.missing[best]

    def chances(self, first, weights):
        """What is known of the best sentence, in the order of `choice.rs`, and whether it answers."""
        signals, answers, missing = self.shortlist(first)
        if len(signals) == 0:
            return None, False
        scores = signals @ weights
        order = np.argsort(-scores, kind="stable")
        best = order[0]
        margin = scores[best] - (scores[order[1]] if len(order) > 1 else 0.0)
        nearest = max(signals[:, 0].max(), signals[:, 1].max())
        of_best = [scores[best], margin, *signals[best], nearest, *missing[best], self.similarity, self.length]
        return np.array(of_best), bool(answers[best])


def match(words, near):
    """As `TellingWords::matched` does."""
    weights, near = np.array([weight for _, weight in words]), np.array(near)
    weights, near = weights[weights > 0], near[weights > 0]
    return [(weights * near).sum() / weights.sum(), np.sort(near)[:2].mean(), (weights * (1 - near)).max()]


def fit_ranking(cases, columns):
    """Of the sentences of a question one that answers is to come first."""
    cases = [(x[:, columns], y) for x, y in cases if y.any() and not y.all()]
    spread = np.concatenate([x for x, _ in cases]).std(0) + 1e-6

    def loss(weights):
        total, slope = 0.0, np.zeros(len(columns))
        for x, y in cases:
            x = x / spread
            scores = x @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            right = shares[y].sum() + 1e-12
            total -= np.log(right)
            slope += x.T @ (shares - np.where(y, shares / right, 0))
        ridge = RIDGE["ranking"]
        return total / len(cases) + ridge * weights @ weights, slope / len(cases) + 2 * ridge * weights

    all_weights = np.zeros(SIGNALS)
    all_weights[columns] = minimize(loss, np.zeros(len(columns)), jac=True, method="L-BFGS-B").x / spread
    return all_weights


def fit_chance(inputs, is_so, share, columns):
    chosen = inputs[:, columns]
    mean, spread = chosen.mean(0), chosen.std(0) + 1e-6
    scaled, sign = (chosen - mean) / spread, np.where(is_so, 1, -1)

    def loss(weights):
        scores = scaled @ weights[1:] + weights[0]
        error = share * (1 / (1 + np.exp(-scores)) - is_so)
        ridge = RIDGE["chance"]
        total = (share * np.logaddexp(0, -sign * scores)).sum() + ridge * weights[1:] @ weights[1:]
        return total, np.r_[error.sum(), error @ scaled + 2 * ridge * weights[1:]]

    fitted = minimize(loss, np.zeros(len(columns) + 1), jac=True, method="L-BFGS-B").x
    all_weights = np.zeros(inputs.shape[1] + 1)
    all_weights[[column + 1 for column in columns]] = fitted[1:] / spread
    all_weights[0] = fitted[0] - (fitted[1:] / spread) @ mean
    return all_weights


# What is known of the best sentence: the score, the margin, its signals, then of all of them the nearest, and of its passage
# what it says and misses (names, the rarest word), the question's similarity and length. More of these than are chosen
# here did no better on the articles that are fitted to.
CHANCE = [2, 3, 6, 7, 18, 19, 20, 21, 23, 24]


def fit(cases, columns=CHANCE):
    answered = [case for case in cases if case.kind == 0 and len(case.answers)]
    before = [column for column in range(SIGNALS) if column not in CLOSER]
    first = fit_ranking([(case.signals, case.answers) for case in answered], before)
    weights = fit_ranking([case.shortlist(first)[:2] for case in answered], list(range(SIGNALS)))
    known = [(case.kind, case.chances(first, weights)[0]) for case in cases]
    kinds = np.array([kind for kind, inputs in known if inputs is not None])
    inputs = np.array([inputs for _, inputs in known if inputs is not None])
    share = np.where(kinds == 2, OF_THE_PARAGRAPH, 1.0)
    for side in (kinds == 0, kinds != 0):
        share[side] *= 0.5 / share[side].sum()
    return first, weights, fit_chance(inputs, kinds == 0, share, columns)


def judge(cases, model):
    first, weights, chance = model
    rows = []
    for case in cases:
        inputs, is_right = case.chances(first, weights)
        rows.append((case.kind, is_right, -99.0 if inputs is None else inputs @ chance[1:] + chance[0]))
    return rows


def bar_of(rows):
    return np.sort([score for kind, _, score in rows if kind == 0])[int(WRONGLY_REFUSED * sum(row[0] == 0 for row in rows))]


def report(name, rows, bar):
    kinds, right, scores = (np.array(column) for column in zip(*rows))
    refused = scores < bar
    answered = kinds == 0
    area = [(s > scores[kinds == 1]).mean() + (s == scores[kinds == 1]).mean() / 2 for s in scores[answered]]
    print(
        f"{name}: {answered.sum()} answered: first {right[answered].mean():.3f}, right and not refused "
        f"{(right & ~refused)[answered].mean():.3f}, wrongly refused {refused[answered].mean():.3f}; "
        f"{(kinds == 1).sum()} absent: refused {refused[kinds == 1].mean():.3f}, AUC {np.mean(area):.3f}; "
        f"{(kinds == 2).sum()} not in their paragraph: refused {refused[kinds == 2].mean():.3f}"
    )


def crossed(cases, columns=CHANCE):
    rows = []
    for article in sorted({case.article for case in cases}):
        model = fit([case for case in cases if case.article != article], columns)
        rows += judge([case for case in cases if case.article == article], model)
    return rows


def main(path, *options):
    lines = [json.loads(line) for line in open(path) if line.startswith("{") and line.endswith("}\n")]
    cases = [Case(line) for line in lines if line["article"] % JUDGED != 0]
    rows = crossed(cases)
    bar = bar_of(rows)
    report("fitted, each article by the weights of the others", rows, bar)
    first, weights, chance = fit(cases)
    if "--held" in options:
        report("held out", judge([Case(line) for line in lines if line["article"] % JUDGED == 0], (first, weights, chance)), bar)
    # The bar is one half.
    chance[0] -= bar
    for name, values in (("FIRST_WEIGHTS", first), ("WEIGHTS", weights), ("CHANCE", chance)):
        print(name, [round(float(value), 3) for value in values])


if __name__ == "__main__":
    main(*sys.argv[1:])
