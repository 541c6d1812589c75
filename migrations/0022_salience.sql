-- How much a fact is worth the analyst's look when it was found, with the reasons, who said it and under which heading, as
-- JSON. It is of the moment of the run: what is known changes, and why a fact was shown must not.

ALTER TABLE fact ADD COLUMN salience TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(salience));
-- What the queue is ordered by: 0 to 100.
ALTER TABLE fact ADD COLUMN score INTEGER NOT NULL
    GENERATED ALWAYS AS (coalesce(json_extract(salience, '$.score'), 0)) VIRTUAL;
CREATE INDEX fact_by_score ON fact (discovery, status, needs_review, score DESC, seq) WHERE deleted = 0;

DROP TRIGGER fact_is_immutable;
CREATE TRIGGER fact_is_immutable BEFORE UPDATE OF
    seq, id, discovery, label_no, version, scope_type, item_id, key, value_type, value, norm, text, confidence,
    source_kind, bundle, quote, start_char, end_char, source_section, run, supersedes, conflicts_with, missing, hint,
    reason, created_at, salience
ON fact BEGIN
    SELECT RAISE(ABORT, 'a fact is superseded, never rewritten');
END;
