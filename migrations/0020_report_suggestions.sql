-- What is suggested of a report, one row a change of a section. Whether it still applies is computed, never stored.

CREATE TABLE report_suggestion (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    report    INTEGER NOT NULL REFERENCES report (seq),
    -- The section that it changes or brings, by its id.
    section   TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('add', 'delete', 'move', 'rename', 'edit', 'appendix')),
    -- The model, or what else suggests it.
    author    TEXT NOT NULL CHECK (author <> ''),
    -- The answer, or the import, that it came with, by its id.
    turn      TEXT NOT NULL DEFAULT '',
    made_at   INTEGER NOT NULL,
    state     TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'rejected')),
    -- What it changes, what it was made for, and which of its hunks were decided, as JSON.
    change    TEXT NOT NULL CHECK (json_valid(change)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;
CREATE INDEX report_suggestion_waiting ON report_suggestion (report, seq) WHERE state = 'pending' AND deleted = 0;
CREATE INDEX report_suggestion_by_turn ON report_suggestion (turn, seq);
CREATE TRIGGER report_suggestion_is_kept BEFORE UPDATE OF
    seq, id, discovery, report, section, kind, author, turn, made_at
ON report_suggestion BEGIN
    SELECT RAISE(ABORT, 'a suggestion stays who made it, of what and when');
END;

-- Whether what a model changes is applied without asking.
ALTER TABLE report ADD COLUMN apply_at_once INTEGER NOT NULL DEFAULT 0 CHECK (apply_at_once IN (0, 1));

-- The report that a conversation writes.
ALTER TABLE chat_conversation ADD COLUMN report INTEGER REFERENCES report (seq);
CREATE INDEX chat_conversation_by_report ON chat_conversation (report, seq) WHERE report IS NOT NULL;
CREATE TRIGGER chat_conversation_keeps_its_report BEFORE UPDATE OF report ON chat_conversation BEGIN
    SELECT RAISE(ABORT, 'a conversation stays with its report');
END;
