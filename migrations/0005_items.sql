-- Items: the things that a discovery is about.
--
-- Within its discovery an item is named `i` and its number: that stands in facts (`fact.item_id`), in bundles and in
-- tokens. A number is never given twice, since no row is ever taken out, not even by an undo. Facts are immutable, so a
-- merged item keeps its facts, and whoever reads them counts them as those of the item that it was merged into. That one
-- is always itself unmerged: a merge takes along what was merged before, so that one step leads from any to the one
-- that stands.

CREATE TABLE item (
    seq         INTEGER PRIMARY KEY,
    id          BLOB NOT NULL UNIQUE,
    discovery   INTEGER NOT NULL REFERENCES discovery (seq),
    number      INTEGER NOT NULL CHECK (number >= 1),
    name        TEXT NOT NULL CHECK (name <> ''),
    -- What texts call it besides, as a JSON list.
    aliases     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(aliases)),
    description TEXT NOT NULL DEFAULT '',
    archived    INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    merged_into INTEGER REFERENCES item (seq) CHECK (merged_into <> seq),
    created_at  INTEGER NOT NULL,
    deleted     INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum         INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'item', seq, id, discovery, number, name, aliases, description, archived, merged_into, created_at, deleted
    )) STORED,
    UNIQUE (discovery, number)
) STRICT;
CREATE INDEX item_by_merged ON item (merged_into, number) WHERE merged_into IS NOT NULL;

CREATE TRIGGER item_is_kept BEFORE DELETE ON item BEGIN
    SELECT RAISE(ABORT, 'an item is hidden, never deleted');
END;
CREATE TRIGGER item_keeps_its_number BEFORE UPDATE OF seq, id, discovery, number, created_at ON item BEGIN
    SELECT RAISE(ABORT, 'an item keeps its number');
END;

CREATE TRIGGER item_changed AFTER UPDATE OF name, aliases, description, archived, merged_into, deleted ON item
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'item', NEW.seq,
        json_object(
            'name', OLD.name, 'aliases', OLD.aliases, 'description', OLD.description, 'archived', OLD.archived,
            'merged_into', OLD.merged_into, 'deleted', OLD.deleted
        ),
        json_object(
            'name', NEW.name, 'aliases', NEW.aliases, 'description', NEW.description, 'archived', NEW.archived,
            'merged_into', NEW.merged_into, 'deleted', NEW.deleted
        )
    );
END;
