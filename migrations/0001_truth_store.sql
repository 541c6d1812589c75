-- The truth store: discoveries, their Inputs, immutable bundles, parse runs and the ledger of facts.
--
-- Rules that no code path can break stand here as constraints and triggers:
--   a bundle is never changed or deleted; a fact's content neither; a quote stands in its bundle at its offsets, within
--   one section that somebody said; only typed, imported or system notes may have no evidence.
--
-- Every table has an integer `seq`, which gives the order (never a clock), and most have an `id`, a UUIDv7 for the world
-- outside. Nothing is taken out: `deleted` hides a row, and undo and redo turn it; that is why no `seq` is
-- (it would cost a write a row to guard against the reuse that no row allows). Times are milliseconds since 1970.
--
-- `sum` is a hash over the row's other columns that SQLite itself computes at every write, so that a bit that turned on
-- the disk inside a value is found, which `integrity_check` does not look for; a long text is under its own sha256. For
-- the same reason every table but `library` has an index: rows that are gone from one are missed by the other.
-- `row_sum` and `current_operation` are functions of the engine: other tools can read this file, and cannot write it.

CREATE TABLE library (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    id         BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('library', one, id, created_at)) STORED
) STRICT;

CREATE TABLE preference (
    name  TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL,
    sum   INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('preference', name, value)) STORED
) STRICT;

CREATE TABLE discovery (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    title      TEXT NOT NULL,
    goal       TEXT NOT NULL DEFAULT '',
    stage      TEXT NOT NULL DEFAULT 'ideation' CHECK (stage IN ('ideation', 'planning', 'solutioning')),
    packs      TEXT NOT NULL DEFAULT '["production","research"]' CHECK (json_valid(packs)),
    archived   INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'discovery', seq, id, title, goal, stage, packs, archived, deleted, created_at, updated_at
    )) STORED
) STRICT;

-- The next number of each kind of label. Only ever grows: a label is never given twice, not even after an undo.
CREATE TABLE label_counter (
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    kind      TEXT NOT NULL CHECK (kind IN ('I', 'F', 'N', 'R', 'O')),
    next      INTEGER NOT NULL DEFAULT 1,
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('label_counter', discovery, kind, next)) STORED,
    PRIMARY KEY (discovery, kind)
) STRICT;

-- Keys that the analyst added to the packs; `definition` is a KeyDef as JSON.
CREATE TABLE discovery_key (
    seq        INTEGER PRIMARY KEY,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    path       TEXT NOT NULL,
    definition TEXT NOT NULL CHECK (json_valid(definition)),
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'discovery_key', seq, discovery, path, definition, deleted
    )) STORED
) STRICT;
CREATE UNIQUE INDEX discovery_key_path ON discovery_key (discovery, path) WHERE deleted = 0;

CREATE TABLE input (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    label_no  INTEGER NOT NULL,
    -- Versions of one label are edited texts; all but the newest are superseded, and their bundles stay what they are.
    version    INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
    superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
    title     TEXT NOT NULL,
    origin    TEXT NOT NULL CHECK (origin IN ('paste', 'file', 'stdin', 'sample', 'imported')),
    file_name TEXT,
    chars     INTEGER NOT NULL,
    sha256    TEXT NOT NULL,
    added_at  INTEGER NOT NULL,
    -- In the pipeline: what the analyst says of it, its place in the column (null: by its label), whether it is put aside.
    state     TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'validated')),
    mark      TEXT NOT NULL DEFAULT '' CHECK (mark IN ('', 'needs_review', 'outdated')),
    rank      INTEGER,
    archived  INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'input', seq, id, discovery, label_no, version, superseded, title, origin, file_name, chars, sha256, added_at,
        state, mark, rank, archived, deleted
    )) STORED,
    -- Last, so that what lists Inputs does not read through it.
    text      TEXT NOT NULL,
    UNIQUE (discovery, label_no, version)
) STRICT;

CREATE TABLE turn_bundle (
    seq              INTEGER PRIMARY KEY,
    id               BLOB NOT NULL UNIQUE,
    discovery        INTEGER NOT NULL REFERENCES discovery (seq),
    source_type      TEXT NOT NULL CHECK (source_type IN ('structuredQuestions', 'chat', 'generation', 'mixed')),
    source_ids       TEXT NOT NULL CHECK (json_valid(source_ids)),
    stage            TEXT NOT NULL CHECK (stage IN ('ideation', 'planning', 'solutioning')),
    scope            TEXT NOT NULL CHECK (scope IN ('project', 'item', 'multiItem')),
    item_ids         TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(item_ids)),
    -- Of an Input's piece: where in the Input the FREE_CHAT section begins, and which piece of how many it is.
    input            INTEGER REFERENCES input (seq),
    input_start_char INTEGER,
    part             INTEGER NOT NULL DEFAULT 1,
    parts            INTEGER NOT NULL DEFAULT 1,
    sha256           TEXT NOT NULL CHECK (length(sha256) = 64),
    chars            INTEGER NOT NULL,
    created_at       INTEGER NOT NULL,
    sum              INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'turn_bundle', seq, id, discovery, source_type, source_ids, stage, scope, item_ids, input, input_start_char,
        part, parts, sha256, chars, created_at
    )) STORED,
    text             TEXT NOT NULL,
    CHECK ((input IS NULL) = (input_start_char IS NULL))
) STRICT;
CREATE INDEX turn_bundle_by_discovery ON turn_bundle (discovery, seq);
CREATE INDEX turn_bundle_by_input ON turn_bundle (input, part) WHERE input IS NOT NULL;
CREATE INDEX turn_bundle_by_hash ON turn_bundle (sha256);

-- Where the content of each section lies, in code points; empty where `(none)` stands.
CREATE TABLE turn_bundle_section (
    bundle     INTEGER NOT NULL REFERENCES turn_bundle (seq),
    section    TEXT NOT NULL CHECK (
        section IN ('TURN_META', 'STRUCTURED_QUESTIONS', 'USER_ANSWERS', 'FREE_CHAT', 'AGENT_OUTPUT')
    ),
    start_char INTEGER NOT NULL CHECK (start_char >= 0),
    end_char   INTEGER NOT NULL CHECK (end_char >= start_char),
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'turn_bundle_section', bundle, section, start_char, end_char
    )) STORED,
    PRIMARY KEY (bundle, section)
) STRICT;

CREATE TABLE parse_run (
    seq         INTEGER PRIMARY KEY,
    id          BLOB NOT NULL UNIQUE,
    discovery   INTEGER NOT NULL REFERENCES discovery (seq),
    bundle      INTEGER NOT NULL REFERENCES turn_bundle (seq),
    status      TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
    model       TEXT NOT NULL,
    forced      INTEGER NOT NULL DEFAULT 0 CHECK (forced IN (0, 1)),
    attempts    INTEGER NOT NULL DEFAULT 0,
    created_at  INTEGER NOT NULL,
    started_at  INTEGER,
    finished_at INTEGER,
    deleted     INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    stats       TEXT CHECK (stats IS NULL OR json_valid(stats)),
    error       TEXT,
    repairs     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(repairs)),
    -- What became of each op, in order.
    outcomes    TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(outcomes)),
    sum         INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'parse_run', seq, id, discovery, bundle, status, model, forced, attempts, created_at, started_at, finished_at,
        deleted, stats, error, repairs, outcomes, raw
    )) STORED,
    -- The answer as it came.
    raw         TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX parse_run_by_bundle ON parse_run (bundle, seq);
CREATE INDEX parse_run_waiting ON parse_run (discovery, status) WHERE status <> 'succeeded' AND deleted = 0;
-- At most one success a bundle, unless forced.
CREATE UNIQUE INDEX parse_run_one_success ON parse_run (bundle)
WHERE status = 'succeeded' AND forced = 0 AND deleted = 0;

-- The ledger. A row's content never changes; `status`, `needs_review` and `deleted` do.
CREATE TABLE fact (
    seq            INTEGER PRIMARY KEY,
    id             BLOB NOT NULL UNIQUE,
    discovery      INTEGER NOT NULL REFERENCES discovery (seq),
    label_no       INTEGER NOT NULL,
    -- Versions of one label are what the analyst edited; each supersedes the one before.
    version        INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
    scope_type     TEXT NOT NULL CHECK (scope_type IN ('project', 'item')),
    item_id        TEXT NOT NULL DEFAULT '' CHECK ((scope_type = 'item') = (item_id <> '')),
    key            TEXT NOT NULL,
    -- Words are joined by OR: for an IN of three or more SQLite builds a small table, for each row anew.
    value_type     TEXT NOT NULL CHECK (
        value_type = 'boolean' OR value_type = 'enum' OR value_type = 'number' OR value_type = 'dimension'
        OR value_type = 'currency' OR value_type = 'date' OR value_type = 'string' OR value_type = 'note'
    ),
    value          TEXT NOT NULL CHECK (json_valid(value)),
    -- The value in its canonical form, or its hash where that is long: equal exactly when the values are the same.
    norm           TEXT NOT NULL,
    text           TEXT NOT NULL,
    confidence     REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    source_kind    TEXT NOT NULL CHECK (
        source_kind = 'user' OR source_kind = 'agent' OR source_kind = 'system' OR source_kind = 'manual'
        OR source_kind = 'imported'
    ),
    bundle         INTEGER REFERENCES turn_bundle (seq),
    quote          TEXT CHECK (length(quote) BETWEEN 1 AND 250),
    start_char     INTEGER CHECK (start_char >= 0),
    end_char       INTEGER CHECK (end_char > start_char),
    source_section TEXT CHECK (
        source_section = 'USER_ANSWERS' OR source_section = 'FREE_CHAT' OR source_section = 'AGENT_OUTPUT'
    ),
    run            INTEGER REFERENCES parse_run (seq),
    supersedes     INTEGER REFERENCES fact (seq),
    conflicts_with INTEGER REFERENCES fact (seq),
    -- What the value or the statement says and the quote does not; a nearest passage, never evidence.
    missing        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(missing)),
    hint           TEXT CHECK (hint IS NULL OR json_valid(hint)),
    reason         TEXT NOT NULL DEFAULT '',
    created_at     INTEGER NOT NULL,
    status         TEXT NOT NULL CHECK (
        status = 'proposed' OR status = 'accepted' OR status = 'rejected' OR status = 'conflict'
        OR status = 'superseded'
    ),
    needs_review   INTEGER NOT NULL CHECK (needs_review IN (0, 1)),
    -- In the pipeline: what became of what it rests on, and why as JSON; its place in the column (null: by its label).
    mark           TEXT NOT NULL DEFAULT '' CHECK (
        mark = '' OR mark = 'needs_review' OR mark = 'outdated' OR mark = 'unsupported'
    ),
    because        TEXT CHECK (because IS NULL OR json_valid(because)),
    rank           INTEGER,
    archived       INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    deleted        INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum            INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'fact', seq, id, discovery, label_no, version, scope_type, item_id, key, value_type, value, norm, text,
        confidence, source_kind, bundle, quote, start_char, end_char, source_section, run, supersedes,
        conflicts_with, missing, hint, reason, created_at, status, needs_review, mark, because, rank, archived, deleted
    )) STORED,
    CONSTRAINT a_fact_that_nobody_typed_or_imported_needs_evidence CHECK (
        bundle IS NOT NULL OR source_kind IN ('manual', 'imported') OR (source_kind = 'system' AND value_type = 'note')
    ),
    CHECK ((bundle IS NULL) = (quote IS NULL)),
    CHECK ((bundle IS NULL) = (start_char IS NULL)),
    CHECK ((bundle IS NULL) = (end_char IS NULL)),
    CHECK ((bundle IS NULL) = (source_section IS NULL))
) STRICT;
CREATE UNIQUE INDEX fact_by_label ON fact (discovery, label_no, version);
CREATE INDEX fact_by_status ON fact (discovery, status, needs_review, seq) WHERE deleted = 0;
CREATE INDEX fact_by_key ON fact (discovery, key, item_id, norm) WHERE deleted = 0;
-- Holds what the strip beside a source shows, so that its thousands of marks are read from here alone.
CREATE INDEX fact_by_place ON fact (bundle, start_char, status, needs_review) WHERE bundle IS NOT NULL AND deleted = 0;
-- The one value that stands of each registered key, which a proposed one is held against, however many there were.
CREATE INDEX fact_standing ON fact (discovery, key, item_id)
    WHERE status = 'accepted' AND key <> 'note' AND deleted = 0;
CREATE INDEX fact_by_superseded ON fact (supersedes) WHERE supersedes IS NOT NULL;

-- Further evidence of a fact that the ledger already held: counted and kept, never dropped.
CREATE TABLE reaffirmation (
    seq            INTEGER PRIMARY KEY,
    fact           INTEGER NOT NULL REFERENCES fact (seq),
    run            INTEGER REFERENCES parse_run (seq),
    bundle         INTEGER NOT NULL REFERENCES turn_bundle (seq),
    quote          TEXT NOT NULL CHECK (length(quote) BETWEEN 1 AND 250),
    start_char     INTEGER NOT NULL CHECK (start_char >= 0),
    end_char       INTEGER NOT NULL CHECK (end_char > start_char),
    source_section TEXT NOT NULL CHECK (
        source_section = 'USER_ANSWERS' OR source_section = 'FREE_CHAT' OR source_section = 'AGENT_OUTPUT'
    ),
    deleted        INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum            INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'reaffirmation', seq, fact, run, bundle, quote, start_char, end_char, source_section, deleted
    )) STORED
) STRICT;
CREATE UNIQUE INDEX reaffirmation_by_place ON reaffirmation (fact, bundle, start_char, end_char) WHERE deleted = 0;

-- One action of the analyst, whatever number of rows and transactions it took. `discovery` is null for the library's own
-- stack. Its changes lie between `first_change` and `last_change`, maybe with others' between them.
CREATE TABLE operation (
    seq          INTEGER PRIMARY KEY,
    discovery    INTEGER REFERENCES discovery (seq),
    name         TEXT NOT NULL,
    at           INTEGER NOT NULL,
    state        TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'dropped')),
    first_change INTEGER,
    last_change  INTEGER,
    sum          INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'operation', seq, discovery, name, at, state, first_change, last_change
    )) STORED
) STRICT;
CREATE INDEX operation_by_stack ON operation (discovery, state, seq);

-- What an operation did to a row: inserted it (both null), or changed the columns named in the two JSON objects.
-- A column's value is what the last change of a done operation made it, else what it was before the first: so undo and
-- redo are right whatever the order in which operations ended.
CREATE TABLE change (
    seq       INTEGER PRIMARY KEY,
    operation INTEGER NOT NULL REFERENCES operation (seq),
    tbl       TEXT NOT NULL,
    row       INTEGER NOT NULL,
    before    TEXT CHECK (before IS NULL OR json_valid(before)),
    after     TEXT CHECK ((after IS NULL) = (before IS NULL)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('change', seq, operation, tbl, row, before, after)) STORED
) STRICT;
CREATE INDEX change_by_row ON change (row, tbl);

-- What is frozen.

CREATE TRIGGER turn_bundle_is_immutable BEFORE UPDATE ON turn_bundle BEGIN
    SELECT RAISE(ABORT, 'a bundle is immutable');
END;
CREATE TRIGGER turn_bundle_is_kept BEFORE DELETE ON turn_bundle BEGIN
    SELECT RAISE(ABORT, 'a bundle is never deleted');
END;
CREATE TRIGGER turn_bundle_section_is_immutable BEFORE UPDATE ON turn_bundle_section BEGIN
    SELECT RAISE(ABORT, 'a section border is immutable');
END;
CREATE TRIGGER turn_bundle_section_is_kept BEFORE DELETE ON turn_bundle_section BEGIN
    SELECT RAISE(ABORT, 'a section border is never deleted');
END;
CREATE TRIGGER input_text_is_immutable BEFORE UPDATE OF
    seq, id, discovery, label_no, version, origin, file_name, chars, sha256, added_at, text
ON input BEGIN
    SELECT RAISE(ABORT, 'the text of an Input is immutable');
END;
CREATE TRIGGER input_is_kept BEFORE DELETE ON input BEGIN
    SELECT RAISE(ABORT, 'an Input is hidden, never deleted');
END;
CREATE TRIGGER fact_is_immutable BEFORE UPDATE OF
    seq, id, discovery, label_no, version, scope_type, item_id, key, value_type, value, norm, text, confidence,
    source_kind, bundle, quote, start_char, end_char, source_section, run, supersedes, conflicts_with, missing, hint,
    reason, created_at
ON fact BEGIN
    SELECT RAISE(ABORT, 'a fact is superseded, never rewritten');
END;
CREATE TRIGGER fact_is_kept BEFORE DELETE ON fact BEGIN
    SELECT RAISE(ABORT, 'a fact is never deleted from the ledger');
END;
CREATE TRIGGER reaffirmation_is_immutable BEFORE UPDATE OF
    seq, fact, run, bundle, quote, start_char, end_char, source_section
ON reaffirmation BEGIN
    SELECT RAISE(ABORT, 'a reaffirmation is never rewritten');
END;
CREATE TRIGGER reaffirmation_is_kept BEFORE DELETE ON reaffirmation BEGIN
    SELECT RAISE(ABORT, 'a reaffirmation is never deleted');
END;
CREATE TRIGGER change_is_kept BEFORE DELETE ON change BEGIN
    SELECT RAISE(ABORT, 'what undo needs is never deleted');
END;
CREATE TRIGGER change_is_immutable BEFORE UPDATE ON change BEGIN
    SELECT RAISE(ABORT, 'what undo needs is never rewritten');
END;
CREATE TRIGGER discovery_is_kept BEFORE DELETE ON discovery BEGIN
    SELECT RAISE(ABORT, 'a discovery is hidden, never deleted');
END;
CREATE TRIGGER discovery_key_is_kept BEFORE DELETE ON discovery_key BEGIN
    SELECT RAISE(ABORT, 'a key is hidden, never deleted');
END;
CREATE TRIGGER parse_run_is_kept BEFORE DELETE ON parse_run BEGIN
    SELECT RAISE(ABORT, 'a run is hidden, never deleted');
END;
CREATE TRIGGER label_counter_only_grows BEFORE UPDATE ON label_counter WHEN NEW.next < OLD.next BEGIN
    SELECT RAISE(ABORT, 'a label is never given twice');
END;
CREATE TRIGGER label_counter_is_kept BEFORE DELETE ON label_counter BEGIN
    SELECT RAISE(ABORT, 'a label is never given twice');
END;

-- What must stand in the source.

CREATE TRIGGER fact_evidence_stands AFTER INSERT ON fact WHEN NEW.bundle IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'the quote does not stand in its bundle at its offsets') WHERE NOT EXISTS (
        SELECT 1 FROM turn_bundle AS b
        JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = NEW.source_section
        WHERE b.seq = NEW.bundle AND b.discovery = NEW.discovery
            AND s.start_char <= NEW.start_char AND NEW.end_char <= s.end_char
            AND substr(b.text, NEW.start_char + 1, NEW.end_char - NEW.start_char) = NEW.quote
    );
END;
CREATE TRIGGER reaffirmation_evidence_stands AFTER INSERT ON reaffirmation BEGIN
    SELECT RAISE(ABORT, 'the quote does not stand in its bundle at its offsets') WHERE NOT EXISTS (
        SELECT 1 FROM turn_bundle AS b
        JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = NEW.source_section
        WHERE b.seq = NEW.bundle AND b.discovery = (SELECT discovery FROM fact WHERE seq = NEW.fact)
            AND s.start_char <= NEW.start_char AND NEW.end_char <= s.end_char
            AND substr(b.text, NEW.start_char + 1, NEW.end_char - NEW.start_char) = NEW.quote
    );
END;

-- What undo needs: nobody who writes a row can forget it. Inserted rows are those past the last `seq` of their table, and
-- the store writes them down by that, in one statement a transaction: a trigger would cost each fact half as much again.

CREATE TRIGGER discovery_changed AFTER UPDATE OF title, goal, stage, packs, archived, deleted ON discovery
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'discovery', NEW.seq,
        json_object(
            'title', OLD.title, 'goal', OLD.goal, 'stage', OLD.stage, 'packs', OLD.packs, 'archived', OLD.archived,
            'deleted', OLD.deleted
        ),
        json_object(
            'title', NEW.title, 'goal', NEW.goal, 'stage', NEW.stage, 'packs', NEW.packs, 'archived', NEW.archived,
            'deleted', NEW.deleted
        )
    );
END;
CREATE TRIGGER discovery_key_changed AFTER UPDATE OF definition, deleted ON discovery_key
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'discovery_key', NEW.seq,
        json_object('definition', OLD.definition, 'deleted', OLD.deleted),
        json_object('definition', NEW.definition, 'deleted', NEW.deleted)
    );
END;
CREATE TRIGGER input_changed AFTER UPDATE OF superseded, title, state, mark, rank, archived, deleted ON input
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'input', NEW.seq,
        json_object(
            'superseded', OLD.superseded, 'title', OLD.title, 'state', OLD.state, 'mark', OLD.mark, 'rank', OLD.rank,
            'archived', OLD.archived, 'deleted', OLD.deleted
        ),
        json_object(
            'superseded', NEW.superseded, 'title', NEW.title, 'state', NEW.state, 'mark', NEW.mark, 'rank', NEW.rank,
            'archived', NEW.archived, 'deleted', NEW.deleted
        )
    );
END;
CREATE TRIGGER parse_run_changed AFTER UPDATE OF deleted ON parse_run
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'parse_run', NEW.seq,
        json_object('deleted', OLD.deleted),
        json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER fact_changed AFTER UPDATE OF status, needs_review, mark, because, rank, archived, deleted ON fact
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'fact', NEW.seq,
        json_object(
            'status', OLD.status, 'needs_review', OLD.needs_review, 'mark', OLD.mark, 'because', OLD.because,
            'rank', OLD.rank, 'archived', OLD.archived, 'deleted', OLD.deleted
        ),
        json_object(
            'status', NEW.status, 'needs_review', NEW.needs_review, 'mark', NEW.mark, 'because', NEW.because,
            'rank', NEW.rank, 'archived', NEW.archived, 'deleted', NEW.deleted
        )
    );
END;
