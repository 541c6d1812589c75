-- Filters of the ledger that the analyst kept under a name.

CREATE TABLE saved_view (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    name      TEXT NOT NULL CHECK (name <> ''),
    -- What is shown, as JSON.
    filter    TEXT NOT NULL CHECK (json_valid(filter)),
    saved_at  INTEGER NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'saved_view', seq, id, discovery, name, filter, saved_at, deleted
    )) STORED
) STRICT;
CREATE INDEX saved_view_by_discovery ON saved_view (discovery, seq) WHERE deleted = 0;

CREATE TRIGGER saved_view_is_kept BEFORE DELETE ON saved_view BEGIN
    SELECT RAISE(ABORT, 'a saved view is hidden, never deleted');
END;
CREATE TRIGGER saved_view_changed AFTER UPDATE OF name, filter, deleted ON saved_view
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'saved_view', NEW.seq,
        json_object('name', OLD.name, 'filter', OLD.filter, 'deleted', OLD.deleted),
        json_object('name', NEW.name, 'filter', NEW.filter, 'deleted', NEW.deleted)
    );
END;
