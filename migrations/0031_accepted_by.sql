-- Who accepted a fact last: the rules that read its text, or the analyst. Empty where nobody did, or where that is not
-- known, as of an imported one.

ALTER TABLE fact ADD COLUMN accepted_by TEXT NOT NULL DEFAULT ''
    CHECK (accepted_by = '' OR accepted_by = 'rules' OR accepted_by = 'analyst');

-- What a step accepted, the analyst accepted. What was accepted from the beginning the rules accepted, if it came with
-- the step that found it: an imported one is older than the step that brought it. What was accepted once and holds no
-- more may hold again.
UPDATE fact SET accepted_by = CASE
    WHEN version > 1 OR source_kind = 'manual' OR EXISTS (
        SELECT 1 FROM change AS c JOIN operation AS o ON o.seq = c.operation AND o.state = 'done'
        WHERE c.row = fact.seq AND c.tbl = 'fact'
            AND c.before ->> 'status' <> 'accepted' AND c.after ->> 'status' = 'accepted') THEN 'analyst'
    WHEN run IS NOT NULL AND EXISTS (
        SELECT 1 FROM change AS c JOIN operation AS o ON o.seq = c.operation AND o.state = 'done'
        WHERE c.row = fact.seq AND c.tbl = 'fact' AND c.before IS NULL AND o.at <= fact.created_at) THEN 'rules'
    ELSE '' END
WHERE status = 'accepted' OR EXISTS (
    SELECT 1 FROM change AS c WHERE c.row = fact.seq AND c.tbl = 'fact' AND c.before ->> 'status' = 'accepted');

CREATE INDEX fact_by_acceptance ON fact (discovery, accepted_by, needs_review, seq)
    WHERE status = 'accepted' AND deleted = 0;

DROP INDEX fact_by_place;
CREATE INDEX fact_by_place ON fact (bundle, start_char, status, needs_review, accepted_by)
    WHERE bundle IS NOT NULL AND deleted = 0;
