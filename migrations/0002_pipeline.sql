-- The pipeline: Insights, Recommendations and Outputs, their versions, and what links the five columns.
--
-- An entity of any column is named by its discovery, its kind and its label's number: a label is never given twice, so
-- that name is as good as a row, and a fact's versions and an Input's share it. A link goes from a column to the next.
-- That an Input gave a fact is read from the fact's evidence and is not stored again here.

CREATE TABLE entity (
    seq         INTEGER PRIMARY KEY,
    id          BLOB NOT NULL UNIQUE,
    discovery   INTEGER NOT NULL REFERENCES discovery (seq),
    kind        TEXT NOT NULL CHECK (kind IN ('N', 'R', 'O')),
    label_no    INTEGER NOT NULL,
    version     INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
    text        TEXT NOT NULL,
    output_type TEXT CHECK (output_type IN ('report', 'presentation', 'action_plan', 'brief')),
    state       TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'validated')),
    -- What became of what it rests on, and why as JSON.
    mark        TEXT NOT NULL DEFAULT '' CHECK (
        mark IN ('', 'needs_review', 'needs_refresh', 'outdated', 'weak', 'risky')
    ),
    because     TEXT CHECK (because IS NULL OR json_valid(because)),
    origin      TEXT NOT NULL CHECK (origin IN ('manual', 'derived', 'chat', 'imported', 'sample')),
    -- Its place in the column; null is by its label.
    rank        INTEGER,
    created_at  INTEGER NOT NULL,
    archived    INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    deleted     INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum         INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'entity', seq, id, discovery, kind, label_no, version, text, output_type, state, mark, because, origin, rank,
        created_at, archived, deleted
    )) STORED,
    CHECK ((kind = 'O') = (output_type IS NOT NULL)),
    UNIQUE (discovery, kind, label_no)
) STRICT;

-- Every text that an entity had, the present one among them.
CREATE TABLE entity_version (
    seq     INTEGER PRIMARY KEY,
    entity  INTEGER NOT NULL REFERENCES entity (seq),
    version INTEGER NOT NULL CHECK (version >= 1),
    text    TEXT NOT NULL,
    -- The version that was brought back, if this one is that.
    restores INTEGER,
    made_at INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum     INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'entity_version', seq, entity, version, text, restores, made_at, deleted
    )) STORED
) STRICT;
CREATE UNIQUE INDEX entity_version_by_number ON entity_version (entity, version) WHERE deleted = 0;

CREATE TABLE link (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    up_kind   TEXT NOT NULL,
    up_no     INTEGER NOT NULL,
    down_kind TEXT NOT NULL,
    down_no   INTEGER NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'link', seq, discovery, up_kind, up_no, down_kind, down_no, deleted
    )) STORED,
    CONSTRAINT a_link_goes_from_a_column_to_the_next CHECK (
        up_kind || down_kind IN ('IF', 'FN', 'NR', 'RO')
    )
) STRICT;
CREATE UNIQUE INDEX link_from_below ON link (discovery, down_kind, down_no, up_kind, up_no) WHERE deleted = 0;
-- With the lower end too: else SQLite would rather read all of the index above, which has what is asked for.
CREATE INDEX link_from_above ON link (discovery, up_kind, up_no, down_kind, down_no) WHERE deleted = 0;

-- What was proposed by a model and waits for the analyst, one row a suggestion; never an entity before it is accepted.
CREATE TABLE suggestion (
    seq         INTEGER PRIMARY KEY,
    id          BLOB NOT NULL UNIQUE,
    discovery   INTEGER NOT NULL REFERENCES discovery (seq),
    kind        TEXT NOT NULL CHECK (kind IN ('N', 'R', 'O')),
    text        TEXT NOT NULL,
    output_type TEXT CHECK (output_type IN ('report', 'presentation', 'action_plan', 'brief')),
    -- Labels that it names, as JSON: it is linked to these and to no others.
    links       TEXT NOT NULL CHECK (json_valid(links)),
    model       TEXT NOT NULL,
    made_at     INTEGER NOT NULL,
    status      TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'rejected')),
    -- The label that it became.
    became      TEXT,
    deleted     INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum         INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'suggestion', seq, id, discovery, kind, text, output_type, links, model, made_at, status, became, deleted
    )) STORED
) STRICT;
CREATE INDEX suggestion_waiting ON suggestion (discovery, seq) WHERE status = 'pending' AND deleted = 0;

-- What another application's file called an entity (kind and number as above; 'D' and 0 for the discovery itself), and
-- the fields of it that Factly does not know, as JSON, to be written back.
CREATE TABLE foreign_data (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    kind      TEXT NOT NULL CHECK (kind IN ('D', 'I', 'F', 'N', 'R', 'O')),
    label_no  INTEGER NOT NULL,
    name      TEXT,
    fields    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(fields)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'foreign_data', seq, discovery, kind, label_no, name, fields
    )) STORED,
    UNIQUE (discovery, kind, label_no)
) STRICT;

-- What is frozen.

CREATE TRIGGER entity_is_kept BEFORE DELETE ON entity BEGIN
    SELECT RAISE(ABORT, 'an entity is hidden, never deleted');
END;
CREATE TRIGGER entity_keeps_its_name BEFORE UPDATE OF seq, id, discovery, kind, label_no, origin, created_at ON entity BEGIN
    SELECT RAISE(ABORT, 'an entity keeps its name');
END;
CREATE TRIGGER entity_version_is_immutable BEFORE UPDATE OF seq, entity, version, text, restores, made_at
ON entity_version BEGIN
    SELECT RAISE(ABORT, 'an old text is never rewritten');
END;
CREATE TRIGGER entity_version_is_kept BEFORE DELETE ON entity_version BEGIN
    SELECT RAISE(ABORT, 'an old text is never deleted');
END;
CREATE TRIGGER link_is_immutable BEFORE UPDATE OF seq, discovery, up_kind, up_no, down_kind, down_no ON link BEGIN
    SELECT RAISE(ABORT, 'a link is made and removed, never turned');
END;
CREATE TRIGGER link_is_kept BEFORE DELETE ON link BEGIN
    SELECT RAISE(ABORT, 'a link is hidden, never deleted');
END;
CREATE TRIGGER suggestion_is_immutable BEFORE UPDATE OF seq, id, discovery, kind, links, model, made_at ON suggestion BEGIN
    SELECT RAISE(ABORT, 'what a model said is kept as it was');
END;
CREATE TRIGGER suggestion_is_kept BEFORE DELETE ON suggestion BEGIN
    SELECT RAISE(ABORT, 'a suggestion is hidden, never deleted');
END;

-- What an Input's source view and its links ask for.
CREATE INDEX reaffirmation_by_bundle ON reaffirmation (bundle, start_char) WHERE deleted = 0;

-- What undo needs.

-- Of the truth store's own tables this one was forgotten: a deleted Input came back without what was said again in it.
CREATE TRIGGER reaffirmation_changed AFTER UPDATE OF deleted ON reaffirmation
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'reaffirmation', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER entity_changed AFTER UPDATE OF version, text, output_type, state, mark, because, rank, archived, deleted
ON entity WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'entity', NEW.seq,
        json_object(
            'version', OLD.version, 'text', OLD.text, 'output_type', OLD.output_type, 'state', OLD.state,
            'mark', OLD.mark, 'because', OLD.because, 'rank', OLD.rank, 'archived', OLD.archived,
            'deleted', OLD.deleted
        ),
        json_object(
            'version', NEW.version, 'text', NEW.text, 'output_type', NEW.output_type, 'state', NEW.state,
            'mark', NEW.mark, 'because', NEW.because, 'rank', NEW.rank, 'archived', NEW.archived,
            'deleted', NEW.deleted
        )
    );
END;
CREATE TRIGGER entity_version_changed AFTER UPDATE OF deleted ON entity_version
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'entity_version', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER link_changed AFTER UPDATE OF deleted ON link WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'link', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER suggestion_changed AFTER UPDATE OF text, output_type, status, became, deleted ON suggestion
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'suggestion', NEW.seq,
        json_object(
            'text', OLD.text, 'output_type', OLD.output_type, 'status', OLD.status, 'became', OLD.became,
            'deleted', OLD.deleted
        ),
        json_object(
            'text', NEW.text, 'output_type', NEW.output_type, 'status', NEW.status, 'became', NEW.became,
            'deleted', NEW.deleted
        )
    );
END;
