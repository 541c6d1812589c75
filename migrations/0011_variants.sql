-- Pairs of entities of a column that the analyst kept beside each other although they say the same.
--
-- Each is named by its label and by a hash of the words that it had then: with other words it is another question, and
-- with the old ones again the answer holds again. Not unique, as undo hides and shows rows one by one.

CREATE TABLE variant (
    seq          INTEGER PRIMARY KEY,
    discovery    INTEGER NOT NULL REFERENCES discovery (seq),
    kind         TEXT NOT NULL CHECK (kind IN ('I', 'F', 'N', 'R', 'O')),
    one_no       INTEGER NOT NULL CHECK (one_no > 0),
    one_sha256   TEXT NOT NULL CHECK (length(one_sha256) = 64),
    other_no     INTEGER NOT NULL CHECK (other_no > one_no),
    other_sha256 TEXT NOT NULL CHECK (length(other_sha256) = 64),
    deleted      INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum          INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'variant', seq, discovery, kind, one_no, one_sha256, other_no, other_sha256, deleted
    )) STORED
) STRICT;
CREATE INDEX variant_of_one ON variant (discovery, kind, one_no, other_no) WHERE deleted = 0;
CREATE INDEX variant_of_other ON variant (discovery, kind, other_no) WHERE deleted = 0;

CREATE TRIGGER variant_is_immutable BEFORE UPDATE OF
    seq, discovery, kind, one_no, one_sha256, other_no, other_sha256
ON variant BEGIN
    SELECT RAISE(ABORT, 'a decision is taken back, never rewritten');
END;
CREATE TRIGGER variant_is_kept BEFORE DELETE ON variant BEGIN
    SELECT RAISE(ABORT, 'a decision is hidden, never deleted');
END;
CREATE TRIGGER variant_changed AFTER UPDATE OF deleted ON variant
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'variant', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
