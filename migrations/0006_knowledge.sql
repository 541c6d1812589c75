-- Overrides of fields, what was taken over from a model, and the cache of what both and the facts come to.
--
-- `knowledge_…` is derived: whoever deletes it loses nothing, and it is made again to the same content. The store keeps
-- it true within every write, undo and redo included, so it has no changes of its own to write down.
-- An item is named as in facts: by its reference, `i1`, and the project by an empty one.

CREATE TABLE item_override (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    item      TEXT NOT NULL DEFAULT '',
    key       TEXT NOT NULL CHECK (key <> 'note'),
    value     TEXT NOT NULL CHECK (json_valid(value)),
    reason    TEXT NOT NULL,
    -- The fact that tells of it in the ledger.
    fact      INTEGER NOT NULL REFERENCES fact (seq),
    set_at    INTEGER NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'item_override', seq, discovery, item, key, value, reason, fact, set_at, deleted
    )) STORED
) STRICT;
CREATE INDEX item_override_standing ON item_override (discovery, item, key) WHERE deleted = 0;

-- What the analyst took over from what a model proposed for a block.
CREATE TABLE block_addition (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    item      TEXT NOT NULL DEFAULT '',
    block     TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('question', 'checklist', 'constraint', 'note')),
    text      TEXT NOT NULL CHECK (text <> ''),
    model     TEXT NOT NULL,
    added_at  INTEGER NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'block_addition', seq, id, discovery, item, block, kind, text, model, added_at, deleted
    )) STORED
) STRICT;
CREATE INDEX block_addition_by_scope ON block_addition (discovery, item, seq) WHERE deleted = 0;

-- What waits for the analyst beside a key's value.
CREATE INDEX fact_contested ON fact (discovery, key, item_id) WHERE status = 'conflict' AND deleted = 0;
-- Values that the analyst kept as notes: few among a ledger's statements.
CREATE INDEX fact_remarked ON fact (discovery, seq)
    WHERE key = 'note' AND supersedes IS NOT NULL AND status = 'accepted' AND deleted = 0;

CREATE TABLE knowledge_block (
    discovery   INTEGER NOT NULL REFERENCES discovery (seq),
    item        TEXT NOT NULL,
    block       TEXT NOT NULL,
    json        TEXT NOT NULL CHECK (json_valid(json)),
    markdown    TEXT NOT NULL,
    revision    INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    updated_by  TEXT NOT NULL CHECK (updated_by IN ('system', 'user', 'agent')),
    -- The fact that changed it last, if one did.
    updated_for INTEGER REFERENCES fact (seq),
    sum         INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'knowledge_block', discovery, item, block, json, markdown, revision, updated_at, updated_by, updated_for
    )) STORED,
    PRIMARY KEY (discovery, item, block)
) STRICT;

CREATE TABLE knowledge_field (
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    item       TEXT NOT NULL,
    key        TEXT NOT NULL,
    -- Null where nothing holds, or not any more.
    value_type TEXT,
    value      TEXT CHECK (value IS NULL OR json_valid(value)),
    fact       INTEGER REFERENCES fact (seq),
    -- The override that says so, if one does.
    set_by     INTEGER REFERENCES item_override (seq),
    conflict   INTEGER NOT NULL CHECK (conflict IN (0, 1)),
    revision   INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'knowledge_field', discovery, item, key, value_type, value, fact, set_by, conflict, revision, updated_at
    )) STORED,
    PRIMARY KEY (discovery, item, key)
) STRICT;

-- What each item was counted as when the cache was last brought up to date: itself, another, or nothing (empty).
CREATE TABLE knowledge_item (
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    item      TEXT NOT NULL,
    counts_as TEXT NOT NULL,
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('knowledge_item', discovery, item, counts_as)) STORED,
    PRIMARY KEY (discovery, item)
) STRICT;

-- The keys, and the way of deriving, that a discovery's cache was made with.
CREATE TABLE knowledge_state (
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    made_with  TEXT NOT NULL,
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('knowledge_state', discovery, made_with)) STORED,
    UNIQUE (discovery)
) STRICT;

CREATE TRIGGER item_override_is_immutable BEFORE UPDATE OF seq, discovery, item, key, value, reason, fact, set_at
ON item_override BEGIN
    SELECT RAISE(ABORT, 'an override is taken back, never rewritten');
END;
CREATE TRIGGER item_override_is_kept BEFORE DELETE ON item_override BEGIN
    SELECT RAISE(ABORT, 'an override is hidden, never deleted');
END;
CREATE TRIGGER block_addition_is_immutable BEFORE UPDATE OF
    seq, id, discovery, item, block, kind, text, model, added_at
ON block_addition BEGIN
    SELECT RAISE(ABORT, 'an addition is taken back, never rewritten');
END;
CREATE TRIGGER block_addition_is_kept BEFORE DELETE ON block_addition BEGIN
    SELECT RAISE(ABORT, 'an addition is hidden, never deleted');
END;

CREATE TRIGGER item_override_changed AFTER UPDATE OF deleted ON item_override
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'item_override', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER block_addition_changed AFTER UPDATE OF deleted ON block_addition
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'block_addition', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
