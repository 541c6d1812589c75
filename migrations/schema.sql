-- Written by `a_new_library_is_what_the_migrations_make_one_by_one`, and by nobody's hand.

CREATE TABLE migration (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    sql_sum    TEXT NOT NULL,
    applied_at INTEGER NOT NULL) STRICT;

CREATE TABLE library (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    id         BLOB NOT NULL,
    created_at INTEGER NOT NULL) STRICT;

CREATE TABLE preference (
    name  TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL) STRICT;

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
    updated_at INTEGER NOT NULL, kind TEXT NOT NULL DEFAULT '' CHECK (kind IN ('', 'study', 'plan', 'documents', 'everything'))) STRICT;

CREATE TABLE label_counter (
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    kind      TEXT NOT NULL CHECK (kind IN ('I', 'F', 'N', 'R', 'O')),
    next      INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (discovery, kind)
) STRICT;

CREATE TABLE discovery_key (
    seq        INTEGER PRIMARY KEY,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    path       TEXT NOT NULL,
    definition TEXT NOT NULL CHECK (json_valid(definition)),
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

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
    text             TEXT NOT NULL,
    CHECK ((input IS NULL) = (input_start_char IS NULL))
) STRICT;

CREATE INDEX turn_bundle_by_discovery ON turn_bundle (discovery, seq);

CREATE INDEX turn_bundle_by_input ON turn_bundle (input, part) WHERE input IS NOT NULL;

CREATE INDEX turn_bundle_by_hash ON turn_bundle (sha256);

CREATE TABLE turn_bundle_section (
    bundle     INTEGER NOT NULL REFERENCES turn_bundle (seq),
    section    TEXT NOT NULL CHECK (
        section IN ('TURN_META', 'STRUCTURED_QUESTIONS', 'USER_ANSWERS', 'FREE_CHAT', 'AGENT_OUTPUT')
    ),
    start_char INTEGER NOT NULL CHECK (start_char >= 0),
    end_char   INTEGER NOT NULL CHECK (end_char >= start_char),
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
    raw         TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX parse_run_by_bundle ON parse_run (bundle, seq);

CREATE INDEX parse_run_waiting ON parse_run (discovery, status) WHERE status <> 'succeeded' AND deleted = 0;

CREATE UNIQUE INDEX parse_run_one_success ON parse_run (bundle)
WHERE status = 'succeeded' AND forced = 0 AND deleted = 0;

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
    deleted        INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)), condition TEXT NOT NULL DEFAULT '', salience TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(salience)), score INTEGER NOT NULL
    GENERATED ALWAYS AS (coalesce(json_extract(salience, '$.score'), 0)) VIRTUAL, accepted_by TEXT NOT NULL DEFAULT ''
    CHECK (accepted_by = '' OR accepted_by = 'rules' OR accepted_by = 'analyst'),
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

CREATE INDEX fact_standing ON fact (discovery, key, item_id)
    WHERE status = 'accepted' AND key <> 'note' AND deleted = 0;

CREATE INDEX fact_by_superseded ON fact (supersedes) WHERE supersedes IS NOT NULL;

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
    deleted        INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE UNIQUE INDEX reaffirmation_by_place ON reaffirmation (fact, bundle, start_char, end_char) WHERE deleted = 0;

CREATE TABLE operation (
    seq          INTEGER PRIMARY KEY,
    discovery    INTEGER REFERENCES discovery (seq),
    name         TEXT NOT NULL,
    at           INTEGER NOT NULL,
    state        TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'dropped')),
    first_change INTEGER,
    last_change  INTEGER) STRICT;

CREATE INDEX operation_by_stack ON operation (discovery, state, seq);

CREATE TABLE change (
    seq       INTEGER PRIMARY KEY,
    operation INTEGER NOT NULL REFERENCES operation (seq),
    tbl       TEXT NOT NULL,
    row       INTEGER NOT NULL,
    before    TEXT CHECK (before IS NULL OR json_valid(before)),
    after     TEXT CHECK ((after IS NULL) = (before IS NULL))) STRICT;

CREATE INDEX change_by_row ON change (row, tbl);

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
    CHECK ((kind = 'O') = (output_type IS NOT NULL)),
    UNIQUE (discovery, kind, label_no)
) STRICT;

CREATE TABLE entity_version (
    seq     INTEGER PRIMARY KEY,
    entity  INTEGER NOT NULL REFERENCES entity (seq),
    version INTEGER NOT NULL CHECK (version >= 1),
    text    TEXT NOT NULL,
    -- The version that was brought back, if this one is that.
    restores INTEGER,
    made_at INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE UNIQUE INDEX entity_version_by_number ON entity_version (entity, version) WHERE deleted = 0;

CREATE TABLE link (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    up_kind   TEXT NOT NULL,
    up_no     INTEGER NOT NULL,
    down_kind TEXT NOT NULL,
    down_no   INTEGER NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    CONSTRAINT a_link_goes_from_a_column_to_the_next CHECK (
        up_kind || down_kind IN ('IF', 'FN', 'NR', 'RO')
    )
) STRICT;

CREATE UNIQUE INDEX link_from_below ON link (discovery, down_kind, down_no, up_kind, up_no) WHERE deleted = 0;

CREATE INDEX link_from_above ON link (discovery, up_kind, up_no, down_kind, down_no) WHERE deleted = 0;

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
    deleted     INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE INDEX suggestion_waiting ON suggestion (discovery, seq) WHERE status = 'pending' AND deleted = 0;

CREATE TABLE foreign_data (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    kind      TEXT NOT NULL CHECK (kind IN ('D', 'I', 'F', 'N', 'R', 'O')),
    label_no  INTEGER NOT NULL,
    name      TEXT,
    fields    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(fields)),
    UNIQUE (discovery, kind, label_no)
) STRICT;

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

CREATE INDEX reaffirmation_by_bundle ON reaffirmation (bundle, start_char) WHERE deleted = 0;

CREATE TABLE consent (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    provider  TEXT NOT NULL CHECK (provider IN ('anthropic', 'openai', 'openai-compatible')),
    -- Scheme, host and port.
    origin    TEXT NOT NULL,
    given_at  INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1))) STRICT;

CREATE UNIQUE INDEX consent_by_origin ON consent (discovery, provider, origin);

CREATE TRIGGER consent_is_kept BEFORE DELETE ON consent BEGIN
    SELECT RAISE(ABORT, 'a consent is withdrawn, never deleted');
END;

CREATE TABLE chat_conversation (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    mode       TEXT NOT NULL DEFAULT 'discovery' CHECK (mode IN ('discovery', 'sources', 'report')),
    -- Empty: named by its first message.
    title      TEXT NOT NULL DEFAULT '',
    is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
    created_at INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)), scope TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(scope)), report INTEGER REFERENCES report (seq)) STRICT;

CREATE INDEX chat_conversation_by_discovery ON chat_conversation (discovery, seq) WHERE deleted = 0;

CREATE UNIQUE INDEX chat_conversation_default ON chat_conversation (discovery, mode) WHERE is_default = 1;

CREATE TABLE chat_message (
    seq          INTEGER PRIMARY KEY,
    id           BLOB NOT NULL UNIQUE,
    discovery    INTEGER NOT NULL REFERENCES discovery (seq),
    conversation INTEGER NOT NULL REFERENCES chat_conversation (seq),
    role         TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    state        TEXT NOT NULL CHECK (state IN ('streaming', 'done', 'stopped', 'failed')),
    -- The user's message that it answers.
    answers      INTEGER REFERENCES chat_message (seq),
    -- Labels that the analyst mentioned, as JSON.
    labels       TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(labels)),
    -- Who answered; null is what is built in.
    provider     TEXT CHECK (provider IN ('anthropic', 'openai', 'openai-compatible')),
    model        TEXT,
    -- Why it is not whole, as JSON.
    error        TEXT CHECK (error IS NULL OR json_valid(error)),
    -- What the ledger was fed with, and the step that its facts are.
    bundle       INTEGER REFERENCES turn_bundle (seq),
    operation    INTEGER,
    -- What another application's file called it, and the fields there that Factly does not know, as JSON.
    foreign_data TEXT CHECK (foreign_data IS NULL OR json_valid(foreign_data)),
    created_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    deleted      INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    calls        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(calls)),
    text         TEXT NOT NULL, sources TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(sources)), verification TEXT CHECK (verification IS NULL OR json_valid(verification)),
    CHECK (role = 'assistant' OR (state = 'done' AND answers IS NULL)),
    CHECK ((state = 'streaming') = (ended_at IS NULL))
) STRICT;

CREATE INDEX chat_message_by_conversation ON chat_message (conversation, seq) WHERE deleted = 0;

CREATE INDEX chat_message_by_question ON chat_message (answers) WHERE answers IS NOT NULL;

CREATE INDEX chat_message_streaming ON chat_message (seq) WHERE state = 'streaming';

CREATE TRIGGER chat_conversation_keeps_its_name BEFORE UPDATE OF seq, id, discovery, mode, is_default, created_at
ON chat_conversation BEGIN
    SELECT RAISE(ABORT, 'a conversation stays in its discovery');
END;

CREATE TRIGGER chat_conversation_is_kept BEFORE DELETE ON chat_conversation BEGIN
    SELECT RAISE(ABORT, 'a conversation is hidden, never deleted');
END;

CREATE TRIGGER chat_message_keeps_its_place BEFORE UPDATE OF
    seq, id, discovery, conversation, role, answers, labels, foreign_data, created_at
ON chat_message BEGIN
    SELECT RAISE(ABORT, 'a message stays where it was said');
END;

CREATE TRIGGER chat_message_stands_as_it_ended BEFORE UPDATE OF state, provider, model, error, ended_at, calls, text
ON chat_message WHEN OLD.state <> 'streaming' BEGIN
    SELECT RAISE(ABORT, 'a message that has ended is never rewritten');
END;

CREATE TRIGGER chat_message_is_fed_once BEFORE UPDATE OF bundle ON chat_message WHEN OLD.bundle IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'a turn has one bundle');
END;

CREATE TRIGGER chat_message_is_kept BEFORE DELETE ON chat_message BEGIN
    SELECT RAISE(ABORT, 'a message is hidden, never deleted');
END;

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
    UNIQUE (discovery, number)
) STRICT;

CREATE INDEX item_by_merged ON item (merged_into, number) WHERE merged_into IS NOT NULL;

CREATE TRIGGER item_is_kept BEFORE DELETE ON item BEGIN
    SELECT RAISE(ABORT, 'an item is hidden, never deleted');
END;

CREATE TRIGGER item_keeps_its_number BEFORE UPDATE OF seq, id, discovery, number, created_at ON item BEGIN
    SELECT RAISE(ABORT, 'an item keeps its number');
END;

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
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE INDEX item_override_standing ON item_override (discovery, item, key) WHERE deleted = 0;

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
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE INDEX block_addition_by_scope ON block_addition (discovery, item, seq) WHERE deleted = 0;

CREATE INDEX fact_contested ON fact (discovery, key, item_id) WHERE status = 'conflict' AND deleted = 0;

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
    PRIMARY KEY (discovery, item, key)
) STRICT;

CREATE TABLE knowledge_item (
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    item      TEXT NOT NULL,
    counts_as TEXT NOT NULL,
    PRIMARY KEY (discovery, item)
) STRICT;

CREATE TABLE knowledge_state (
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    made_with  TEXT NOT NULL,
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

CREATE TABLE question_round (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    stage      TEXT NOT NULL CHECK (stage IN ('ideation', 'planning', 'solutioning')),
    scope      TEXT NOT NULL CHECK (scope IN ('project', 'item', 'multiItem')),
    item_ids   TEXT NOT NULL CHECK (json_valid(item_ids)),
    bundle     INTEGER NOT NULL UNIQUE REFERENCES turn_bundle (seq),
    created_at INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE INDEX question_round_by_discovery ON question_round (discovery, seq) WHERE deleted = 0;

CREATE TABLE question (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    -- Empty: a question without a key, named by its number.
    key        TEXT NOT NULL,
    number     INTEGER,
    -- Empty: asked about the whole project.
    item_id    TEXT NOT NULL DEFAULT '',
    -- As it was asked last.
    text       TEXT NOT NULL,
    origin     TEXT NOT NULL CHECK (origin IN ('registry', 'model')),
    -- Which model proposed it, and why it says so.
    model      TEXT NOT NULL DEFAULT '',
    why        TEXT NOT NULL DEFAULT '',
    -- Whoever does not know leaves it open.
    status     TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'irrelevant')),
    -- What was answered last, and in which round.
    quick      TEXT NOT NULL DEFAULT '' CHECK (quick IN ('', 'YES', 'NO', 'IDK', 'IRRELEVANT')),
    said       TEXT NOT NULL DEFAULT '',
    round      INTEGER REFERENCES question_round (seq),
    created_at INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    CHECK ((key = '') = (number IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX question_by_key ON question (discovery, key, item_id) WHERE key <> '' AND deleted = 0;

CREATE UNIQUE INDEX question_by_number ON question (discovery, number) WHERE number IS NOT NULL;

CREATE INDEX question_by_scope ON question (discovery, item_id, status) WHERE deleted = 0;

CREATE TABLE answer_draft (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    name      TEXT NOT NULL,
    quick     TEXT NOT NULL CHECK (quick IN ('', 'YES', 'NO', 'IDK', 'IRRELEVANT')),
    said      TEXT NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE UNIQUE INDEX answer_draft_by_name ON answer_draft (discovery, name);

CREATE TRIGGER question_round_is_as_it_was BEFORE UPDATE OF
    seq, id, discovery, stage, scope, item_ids, bundle, created_at
ON question_round BEGIN
    SELECT RAISE(ABORT, 'a round is what was said');
END;

CREATE TRIGGER question_round_is_kept BEFORE DELETE ON question_round BEGIN
    SELECT RAISE(ABORT, 'a round is hidden, never deleted');
END;

CREATE TRIGGER question_keeps_its_name BEFORE UPDATE OF
    seq, id, discovery, key, number, item_id, origin, model, why, created_at
ON question BEGIN
    SELECT RAISE(ABORT, 'a question asks for one thing');
END;

CREATE TRIGGER question_is_kept BEFORE DELETE ON question BEGIN
    SELECT RAISE(ABORT, 'a question is hidden, never deleted');
END;

CREATE TRIGGER answer_draft_is_kept BEFORE DELETE ON answer_draft BEGIN
    SELECT RAISE(ABORT, 'a draft is emptied, never deleted');
END;

CREATE TABLE canonical_item (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    name       TEXT NOT NULL CHECK (name <> ''),
    -- What its prices are for one of.
    unit       TEXT NOT NULL DEFAULT '',
    -- Lists of names by language, as JSON.
    synonyms   TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(synonyms)),
    note       TEXT NOT NULL DEFAULT '',
    archived   INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    created_at INTEGER NOT NULL) STRICT;

CREATE TABLE canonical_link (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    -- Which line it is: an item's name, or what a fact says, by the fact's label, whose versions share it.
    item_id    TEXT NOT NULL DEFAULT '',
    fact_no    INTEGER NOT NULL DEFAULT 0 CHECK (fact_no >= 0),
    -- As it stood when it was decided.
    line       TEXT NOT NULL,
    canonical  INTEGER NOT NULL REFERENCES canonical_item (seq),
    status     TEXT NOT NULL CHECK (status IN ('confirmed', 'rejected')),
    -- What the suggestion showed: thousandths, and reasons as JSON. Null where the analyst chose unasked.
    score      INTEGER CHECK (score BETWEEN 0 AND 1000),
    reasons    TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
    decided_at INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    CHECK (item_id <> '' OR fact_no > 0)
) STRICT;

CREATE INDEX canonical_link_of_line ON canonical_link (discovery, item_id, fact_no)
    WHERE status = 'confirmed' AND deleted = 0;

CREATE INDEX canonical_link_by_discovery ON canonical_link (discovery, seq) WHERE deleted = 0;

CREATE INDEX canonical_link_by_canonical ON canonical_link (canonical, discovery)
    WHERE status = 'confirmed' AND deleted = 0;

CREATE TABLE price_observation (
    seq         INTEGER PRIMARY KEY,
    id          BLOB NOT NULL UNIQUE,
    canonical   INTEGER NOT NULL REFERENCES canonical_item (seq),
    -- For one unit.
    price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
    currency    TEXT NOT NULL CHECK (length(currency) = 3),
    unit        TEXT NOT NULL DEFAULT '',
    -- How much it was asked or paid for, as a decimal.
    quantity    TEXT,
    vendor      TEXT NOT NULL DEFAULT '',
    -- As exact as it was said: 2026-03-01, 2026-03, 2026-Q1, 2026.
    date        TEXT NOT NULL,
    -- The fact that tells the price, by its discovery and label.
    discovery   INTEGER REFERENCES discovery (seq),
    fact_no     INTEGER CHECK (fact_no > 0),
    origin      TEXT NOT NULL CHECK (origin IN ('manual', 'csv', 'fact')),
    note        TEXT NOT NULL DEFAULT '',
    deleted     INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    created_at  INTEGER NOT NULL,
    CHECK ((discovery IS NULL) = (fact_no IS NULL)),
    CHECK ((origin = 'fact') = (fact_no IS NOT NULL))
) STRICT;

CREATE INDEX price_observation_by_canonical ON price_observation (canonical, seq) WHERE deleted = 0;

CREATE INDEX price_observation_of_fact ON price_observation (discovery, fact_no)
    WHERE fact_no IS NOT NULL AND deleted = 0;

CREATE TABLE exchange_rate (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    source     TEXT NOT NULL CHECK (length(source) = 3),
    target     TEXT NOT NULL CHECK (length(target) = 3 AND target <> source),
    -- A decimal.
    rate       TEXT NOT NULL,
    date       TEXT NOT NULL,
    note       TEXT NOT NULL DEFAULT '',
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    created_at INTEGER NOT NULL) STRICT;

CREATE INDEX exchange_rate_by_date ON exchange_rate (date, seq) WHERE deleted = 0;

CREATE TRIGGER canonical_item_keeps_its_name BEFORE UPDATE OF seq, id, created_at ON canonical_item BEGIN
    SELECT RAISE(ABORT, 'a canonical item keeps its id');
END;

CREATE TRIGGER canonical_item_is_kept BEFORE DELETE ON canonical_item BEGIN
    SELECT RAISE(ABORT, 'a canonical item is hidden, never deleted');
END;

CREATE TRIGGER canonical_link_is_immutable BEFORE UPDATE OF
    seq, id, discovery, item_id, fact_no, line, canonical, status, score, reasons, decided_at
ON canonical_link BEGIN
    SELECT RAISE(ABORT, 'a decision is taken back, never rewritten');
END;

CREATE TRIGGER canonical_link_is_kept BEFORE DELETE ON canonical_link BEGIN
    SELECT RAISE(ABORT, 'a decision is hidden, never deleted');
END;

CREATE TRIGGER price_observation_is_immutable BEFORE UPDATE OF
    seq, id, canonical, price_minor, currency, unit, quantity, vendor, date, discovery, fact_no, origin, note, created_at
ON price_observation BEGIN
    SELECT RAISE(ABORT, 'a price that was seen is never rewritten');
END;

CREATE TRIGGER price_observation_is_kept BEFORE DELETE ON price_observation BEGIN
    SELECT RAISE(ABORT, 'a price is hidden, never deleted');
END;

CREATE TRIGGER exchange_rate_is_immutable BEFORE UPDATE OF
    seq, id, source, target, rate, date, note, created_at
ON exchange_rate BEGIN
    SELECT RAISE(ABORT, 'a rate is never rewritten');
END;

CREATE TRIGGER exchange_rate_is_kept BEFORE DELETE ON exchange_rate BEGIN
    SELECT RAISE(ABORT, 'a rate is hidden, never deleted');
END;

CREATE TABLE saved_view (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    name      TEXT NOT NULL CHECK (name <> ''),
    -- What is shown, as JSON.
    filter    TEXT NOT NULL CHECK (json_valid(filter)),
    saved_at  INTEGER NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

CREATE INDEX saved_view_by_discovery ON saved_view (discovery, seq) WHERE deleted = 0;

CREATE TRIGGER saved_view_is_kept BEFORE DELETE ON saved_view BEGIN
    SELECT RAISE(ABORT, 'a saved view is hidden, never deleted');
END;

CREATE TABLE variant (
    seq          INTEGER PRIMARY KEY,
    discovery    INTEGER NOT NULL REFERENCES discovery (seq),
    kind         TEXT NOT NULL CHECK (kind IN ('I', 'F', 'N', 'R', 'O')),
    one_no       INTEGER NOT NULL CHECK (one_no > 0),
    one_sha256   TEXT NOT NULL CHECK (length(one_sha256) = 64),
    other_no     INTEGER NOT NULL CHECK (other_no > one_no),
    other_sha256 TEXT NOT NULL CHECK (length(other_sha256) = 64),
    deleted      INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))) STRICT;

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

CREATE TRIGGER fact_evidence_stands AFTER INSERT ON fact WHEN NEW.bundle IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'the quote does not stand in its bundle at its offsets') WHERE NOT EXISTS (
        SELECT 1 FROM turn_bundle AS b
        JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = NEW.source_section
        WHERE b.seq = NEW.bundle AND b.discovery = NEW.discovery
            AND s.start_char <= NEW.start_char AND NEW.end_char <= s.end_char
            AND quote_stands(
                NEW.quote, NEW.start_char, NEW.end_char, b.sha256, CASE WHEN NOT holds_text(b.sha256) THEN b.text END
            )
    );
END;

CREATE TRIGGER reaffirmation_evidence_stands AFTER INSERT ON reaffirmation BEGIN
    SELECT RAISE(ABORT, 'the quote does not stand in its bundle at its offsets') WHERE NOT EXISTS (
        SELECT 1 FROM turn_bundle AS b
        JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = NEW.source_section
        WHERE b.seq = NEW.bundle AND b.discovery = (SELECT discovery FROM fact WHERE seq = NEW.fact)
            AND s.start_char <= NEW.start_char AND NEW.end_char <= s.end_char
            AND quote_stands(
                NEW.quote, NEW.start_char, NEW.end_char, b.sha256, CASE WHEN NOT holds_text(b.sha256) THEN b.text END
            )
    );
END;

CREATE TABLE "chat_card" (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    message    INTEGER NOT NULL REFERENCES chat_message (seq),
    -- Its place among the cards of its message.
    place      INTEGER NOT NULL CHECK (place >= 0),
    tool       TEXT NOT NULL CHECK (tool <> ''),
    -- As the model sent them, checked.
    params     TEXT NOT NULL CHECK (json_valid(params)),
    -- What the card showed when it was made, as JSON.
    shown      TEXT NOT NULL CHECK (json_valid(shown)),
    status     TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'applied', 'cancelled', 'error')),
    error      TEXT CHECK (error IS NULL OR json_valid(error)),
    -- The label that it added or changed, and the step that it was.
    became     TEXT,
    operation  INTEGER,
    -- What the analyst made of it before confirming, as JSON.
    edited     TEXT CHECK (edited IS NULL OR json_valid(edited)),
    decided_at INTEGER,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX chat_card_by_message ON chat_card (message, place);

CREATE INDEX chat_card_by_status ON chat_card (discovery, status, seq) WHERE deleted = 0;

CREATE TRIGGER chat_card_is_immutable BEFORE UPDATE OF seq, id, discovery, message, place, tool, params, shown
ON chat_card BEGIN
    SELECT RAISE(ABORT, 'what a model proposed is kept as it was');
END;

CREATE TRIGGER chat_card_is_kept BEFORE DELETE ON chat_card BEGIN
    SELECT RAISE(ABORT, 'a card is hidden, never deleted');
END;

CREATE TABLE attachment (
    seq    INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
    size   INTEGER NOT NULL CHECK (size >= 0),
    bytes  BLOB NOT NULL
) STRICT;

CREATE TRIGGER attachment_is_immutable BEFORE UPDATE ON attachment BEGIN
    SELECT RAISE(ABORT, 'an original is never rewritten');
END;

CREATE TRIGGER attachment_is_kept BEFORE DELETE ON attachment BEGIN
    SELECT RAISE(ABORT, 'an original is never deleted');
END;

CREATE TABLE document (
    seq        INTEGER PRIMARY KEY,
    input      INTEGER NOT NULL UNIQUE REFERENCES input (seq),
    format     TEXT NOT NULL,
    attachment INTEGER REFERENCES attachment (seq),
    pages      INTEGER CHECK (pages >= 0),
    notes      TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(notes)),
    -- What the analyst may say otherwise.
    kind       TEXT NOT NULL DEFAULT 'other' CHECK (
        kind IN ('interview', 'report', 'minutes', 'mail', 'data', 'web_page', 'other')
    ),
    authors    TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(authors)),
    dated      TEXT NOT NULL DEFAULT '',
    -- Empty where the line is made of title, authors and date.
    reference  TEXT NOT NULL DEFAULT '',
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    places     BLOB NOT NULL DEFAULT x'',
    boxes      BLOB NOT NULL DEFAULT x''
) STRICT;

CREATE TRIGGER document_is_immutable BEFORE UPDATE OF seq, input, format, attachment, pages, notes, places, boxes
ON document BEGIN
    SELECT RAISE(ABORT, 'what was read of a document is never rewritten');
END;

CREATE TRIGGER document_is_kept BEFORE DELETE ON document BEGIN
    SELECT RAISE(ABORT, 'a document is hidden, never deleted');
END;

CREATE TABLE report (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    -- The label of its Output.
    output    TEXT NOT NULL,
    -- What stands before the first section, to the byte.
    front_md  TEXT NOT NULL DEFAULT '',
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
, apply_at_once INTEGER NOT NULL DEFAULT 0 CHECK (apply_at_once IN (0, 1)), cited TEXT CHECK (cited IS NULL OR json_valid(cited))) STRICT;

CREATE UNIQUE INDEX report_by_output ON report (discovery, output) WHERE deleted = 0;

CREATE TABLE report_section (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    report    INTEGER NOT NULL REFERENCES report (seq),
    rank      INTEGER NOT NULL,
    -- 1 for the first level.
    depth     INTEGER NOT NULL CHECK (depth >= 1),
    title     TEXT NOT NULL,
    body_md   TEXT NOT NULL DEFAULT '',
    -- Counted by letters.
    appendix  INTEGER NOT NULL DEFAULT 0 CHECK (appendix IN (0, 1)),
    -- The heading that it was read from, as JSON.
    heading   TEXT CHECK (heading IS NULL OR json_valid(heading)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
, cited TEXT CHECK (cited IS NULL OR json_valid(cited))) STRICT;

CREATE INDEX report_section_in_order ON report_section (report, rank) WHERE deleted = 0;

CREATE TABLE report_version (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    report    INTEGER NOT NULL REFERENCES report (seq),
    name      TEXT NOT NULL CHECK (name <> ''),
    made_at   INTEGER NOT NULL,
    body      TEXT NOT NULL CHECK (json_valid(body)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;

CREATE INDEX report_version_by_report ON report_version (report, seq) WHERE deleted = 0;

CREATE TRIGGER report_version_is_immutable BEFORE UPDATE OF seq, id, discovery, report, name, made_at, body
ON report_version BEGIN
    SELECT RAISE(ABORT, 'a version stays as it was');
END;

CREATE TRIGGER chat_message_rests_on_what_it_did BEFORE UPDATE OF sources, verification ON chat_message
WHEN OLD.state <> 'streaming' BEGIN
    SELECT RAISE(ABORT, 'a message that has ended is never rewritten');
END;

CREATE TABLE chat_summary (
    seq          INTEGER PRIMARY KEY,
    id           BLOB NOT NULL UNIQUE,
    discovery    INTEGER NOT NULL REFERENCES discovery (seq),
    conversation INTEGER NOT NULL REFERENCES chat_conversation (seq),
    last_message INTEGER NOT NULL REFERENCES chat_message (seq),
    replaced     INTEGER NOT NULL CHECK (replaced > 0),
    created_at   INTEGER NOT NULL,
    text         TEXT NOT NULL
) STRICT;

CREATE INDEX chat_summary_by_conversation ON chat_summary (conversation, last_message);

CREATE TRIGGER chat_summary_is_frozen BEFORE UPDATE ON chat_summary BEGIN
    SELECT RAISE(ABORT, 'a summary is never rewritten');
END;

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

CREATE INDEX chat_conversation_by_report ON chat_conversation (report, seq) WHERE report IS NOT NULL;

CREATE TRIGGER chat_conversation_keeps_its_report BEFORE UPDATE OF report ON chat_conversation BEGIN
    SELECT RAISE(ABORT, 'a conversation stays with its report');
END;

CREATE TABLE document_run (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    title      TEXT NOT NULL,
    prompt     TEXT NOT NULL,
    -- As it was when the run began, as JSON: the recipe, the models with their rates, what a call may take, and what of
    -- the discovery is read.
    recipe     TEXT NOT NULL CHECK (json_valid(recipe)),
    models     TEXT NOT NULL CHECK (json_valid(models)),
    limits     TEXT NOT NULL CHECK (json_valid(limits)),
    material   TEXT NOT NULL CHECK (json_valid(material)),
    state      TEXT NOT NULL DEFAULT 'pending'
        CHECK (state IN ('pending', 'processing', 'paused', 'completed', 'failed', 'cancelled')),
    -- Why it waits or failed, as JSON.
    reason     TEXT CHECK (reason IS NULL OR json_valid(reason)),
    -- In millionths of the wallet's unit; none is no cap.
    cap        INTEGER CHECK (cap IS NULL OR cap >= 0),
    -- The Outputs that were made of its documents, as JSON.
    outputs    TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(outputs)),
    created_at INTEGER NOT NULL,
    ended_at   INTEGER
) STRICT;

CREATE INDEX document_run_by_discovery ON document_run (discovery, seq);

CREATE TRIGGER document_run_is_kept BEFORE DELETE ON document_run BEGIN
    SELECT RAISE(ABORT, 'a run is kept');
END;

CREATE TABLE document_job (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    run        INTEGER NOT NULL REFERENCES document_run (seq),
    parent     INTEGER REFERENCES document_job (seq),
    kind       TEXT NOT NULL CHECK (kind IN ('run', 'stage', 'write', 'continue', 'summarize')),
    -- Its place in the recipe, and the step whose document it writes.
    stage      INTEGER,
    step       TEXT NOT NULL DEFAULT '',
    -- The place of its model among those of the run; none asks nobody.
    model      INTEGER,
    -- The first job of its document; none is this one.
    root       INTEGER REFERENCES document_job (seq),
    turn_index INTEGER NOT NULL DEFAULT 0 CHECK (turn_index >= 0),
    payload    TEXT NOT NULL CHECK (json_valid(payload)),
    state      TEXT NOT NULL CHECK (state IN (
        'pending', 'processing', 'retrying', 'waiting_for_children', 'pending_continuation', 'pending_next_step', 'paused',
        'completed', 'failed', 'cancelled'
    )),
    -- How often it was taken, ever; and since it was last made ready by hand.
    attempts   INTEGER NOT NULL DEFAULT 0,
    tries      INTEGER NOT NULL DEFAULT 0,
    -- What the requests of the attempt are kept under.
    attempt    BLOB,
    -- The analyst was asked, and lets it cost more than a fifth of the balance.
    allowed    INTEGER NOT NULL DEFAULT 0 CHECK (allowed IN (0, 1)),
    result     TEXT CHECK (result IS NULL OR json_valid(result)),
    error      TEXT CHECK (error IS NULL OR json_valid(error)),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at   INTEGER
, not_before INTEGER) STRICT;

CREATE INDEX document_job_by_run ON document_job (run, seq);

CREATE INDEX document_job_by_parent ON document_job (parent) WHERE parent IS NOT NULL;

CREATE UNIQUE INDEX document_job_by_turn ON document_job (root, turn_index) WHERE root IS NOT NULL;

CREATE TRIGGER document_job_is_frozen BEFORE UPDATE OF
    seq, id, discovery, run, parent, kind, stage, step, model, root, turn_index, payload, created_at
ON document_job BEGIN
    SELECT RAISE(ABORT, 'what a job is for stays');
END;

CREATE TRIGGER document_job_ends_once BEFORE UPDATE OF state ON document_job
WHEN OLD.state IN ('completed', 'cancelled') AND NEW.state <> OLD.state BEGIN
    SELECT RAISE(ABORT, 'a job ends once');
END;

CREATE TRIGGER document_job_is_kept BEFORE DELETE ON document_job BEGIN
    SELECT RAISE(ABORT, 'a job is kept');
END;

CREATE TABLE document_chunk (
    seq                 INTEGER PRIMARY KEY,
    id                  BLOB NOT NULL UNIQUE,
    discovery           INTEGER NOT NULL REFERENCES discovery (seq),
    run                 INTEGER NOT NULL REFERENCES document_run (seq),
    job                 INTEGER NOT NULL UNIQUE REFERENCES document_job (seq),
    root                INTEGER NOT NULL REFERENCES document_job (seq),
    turn_index          INTEGER NOT NULL CHECK (turn_index >= 0),
    continuation_number INTEGER NOT NULL CHECK (continuation_number = turn_index),
    finish              TEXT NOT NULL,
    input_tokens        INTEGER NOT NULL DEFAULT 0,
    output_tokens       INTEGER NOT NULL DEFAULT 0,
    -- Who counted them.
    counted             TEXT NOT NULL CHECK (counted IN ('provider', 'estimate', 'nobody')),
    -- Which texts the call saw in full, and which as a summary, as JSON.
    seen                TEXT NOT NULL CHECK (json_valid(seen)),
    created_at          INTEGER NOT NULL,
    -- The answer as it came, as JSON.
    raw                 TEXT NOT NULL CHECK (json_valid(raw)),
    text                TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX document_chunk_in_order ON document_chunk (root, turn_index);

CREATE INDEX document_chunk_by_run ON document_chunk (run, seq);

CREATE TRIGGER document_chunk_is_frozen BEFORE UPDATE ON document_chunk BEGIN
    SELECT RAISE(ABORT, 'a chunk is never rewritten');
END;

CREATE TRIGGER document_chunk_is_kept BEFORE DELETE ON document_chunk BEGIN
    SELECT RAISE(ABORT, 'a chunk is kept');
END;

CREATE TABLE document_summary (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    job        INTEGER NOT NULL UNIQUE REFERENCES document_job (seq),
    sha256     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    text       TEXT NOT NULL
) STRICT;

CREATE INDEX document_summary_by_hash ON document_summary (discovery, sha256);

CREATE TRIGGER document_summary_is_frozen BEFORE UPDATE ON document_summary BEGIN
    SELECT RAISE(ABORT, 'a summary is never rewritten');
END;

CREATE INDEX fact_by_score ON fact (discovery, status, needs_review, score DESC, seq) WHERE deleted = 0;

CREATE TRIGGER fact_is_immutable BEFORE UPDATE OF
    seq, id, discovery, label_no, version, scope_type, item_id, key, value_type, value, norm, text, confidence,
    source_kind, bundle, quote, start_char, end_char, source_section, run, supersedes, conflicts_with, missing, hint,
    reason, created_at, salience
ON fact BEGIN
    SELECT RAISE(ABORT, 'a fact is superseded, never rewritten');
END;

CREATE TABLE "wallet_entry" (
    seq           INTEGER PRIMARY KEY,
    id            BLOB NOT NULL UNIQUE,
    kind          TEXT NOT NULL CHECK (kind IN ('deposit', 'reservation', 'debit', 'release')),
    unit          TEXT NOT NULL CHECK (unit <> ''),
    amount        INTEGER NOT NULL CHECK (amount >= 0),
    balance       INTEGER NOT NULL,
    reserved      INTEGER NOT NULL,
    -- What it pays for: an attempt of a job, or any other call, by its task. A deposit has none.
    run           INTEGER REFERENCES document_run (seq),
    job           INTEGER REFERENCES document_job (seq),
    attempt       INTEGER,
    call          BLOB,
    task          TEXT NOT NULL DEFAULT '',
    model         TEXT NOT NULL DEFAULT '',
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    counted       TEXT NOT NULL DEFAULT 'nobody' CHECK (counted IN ('provider', 'estimate', 'nobody')),
    -- Of a reservation: what it costs if the request went out, and nobody knows of an answer.
    input_cost    INTEGER NOT NULL DEFAULT 0 CHECK (input_cost >= 0),
    -- Real use beyond what could be taken.
    shortfall     INTEGER NOT NULL DEFAULT 0 CHECK (shortfall >= 0),
    note          TEXT NOT NULL DEFAULT '',
    made_at       INTEGER NOT NULL,
    CHECK (reserved >= 0 AND reserved <= balance),
    CHECK ((kind = 'deposit') = (job IS NULL AND call IS NULL)),
    CHECK ((job IS NULL) = (attempt IS NULL) AND (job IS NULL OR call IS NULL))
) STRICT;

CREATE UNIQUE INDEX wallet_entry_reserves_once ON wallet_entry (job, attempt) WHERE kind = 'reservation' AND job IS NOT NULL;

CREATE UNIQUE INDEX wallet_entry_settles_once ON wallet_entry (job, attempt)
    WHERE kind IN ('debit', 'release') AND job IS NOT NULL;

CREATE UNIQUE INDEX wallet_entry_call_reserves_once ON wallet_entry (call) WHERE kind = 'reservation' AND call IS NOT NULL;

CREATE UNIQUE INDEX wallet_entry_call_settles_once ON wallet_entry (call)
    WHERE kind IN ('debit', 'release') AND call IS NOT NULL;

CREATE INDEX wallet_entry_by_run ON wallet_entry (run, seq) WHERE run IS NOT NULL;

CREATE TRIGGER wallet_entry_follows BEFORE INSERT ON wallet_entry BEGIN
    SELECT RAISE(ABORT, 'a wallet has one unit') FROM wallet_entry
    WHERE seq = (SELECT max(seq) FROM wallet_entry) AND unit <> NEW.unit AND balance <> 0;
    SELECT RAISE(ABORT, 'only a reservation is settled')
    WHERE NEW.kind IN ('debit', 'release') AND NOT EXISTS (
        SELECT 1 FROM wallet_entry
        WHERE kind = 'reservation' AND job = NEW.job AND attempt = NEW.attempt AND job IS NOT NULL
        UNION ALL
        SELECT 1 FROM wallet_entry WHERE kind = 'reservation' AND call = NEW.call AND call IS NOT NULL
    );
    SELECT RAISE(ABORT, 'the wallet does not add up')
    WHERE NEW.balance <> coalesce((SELECT balance FROM wallet_entry ORDER BY seq DESC LIMIT 1), 0)
        + CASE NEW.kind WHEN 'deposit' THEN NEW.amount WHEN 'debit' THEN -NEW.amount ELSE 0 END
    OR NEW.reserved <> coalesce((SELECT reserved FROM wallet_entry ORDER BY seq DESC LIMIT 1), 0)
        + CASE NEW.kind WHEN 'deposit' THEN 0 WHEN 'reservation' THEN NEW.amount ELSE -(
            SELECT amount FROM wallet_entry
            WHERE kind = 'reservation' AND job = NEW.job AND attempt = NEW.attempt AND job IS NOT NULL
            UNION ALL
            SELECT amount FROM wallet_entry WHERE kind = 'reservation' AND call = NEW.call AND call IS NOT NULL
        ) END;
END;

CREATE TRIGGER wallet_entry_is_frozen BEFORE UPDATE ON wallet_entry BEGIN
    SELECT RAISE(ABORT, 'what was booked stays');
END;

CREATE TRIGGER wallet_entry_is_kept BEFORE DELETE ON wallet_entry BEGIN
    SELECT RAISE(ABORT, 'what was booked stays');
END;

CREATE TABLE document_recipe (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    -- As JSON, its name among it.
    recipe    TEXT NOT NULL CHECK (json_valid(recipe)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;

CREATE INDEX document_recipe_by_discovery ON document_recipe (discovery, seq) WHERE deleted = 0;

CREATE TRIGGER document_recipe_keeps_its_id BEFORE UPDATE OF seq, id, discovery ON document_recipe BEGIN
    SELECT RAISE(ABORT, 'a recipe keeps its id');
END;

CREATE TRIGGER document_recipe_is_kept BEFORE DELETE ON document_recipe BEGIN
    SELECT RAISE(ABORT, 'a recipe is hidden, never deleted');
END;

CREATE TRIGGER document_run_is_frozen BEFORE UPDATE OF
    seq, id, discovery, title, prompt, recipe, limits, material, created_at
ON document_run BEGIN
    SELECT RAISE(ABORT, 'what a run was started with stays');
END;

CREATE TABLE "sent_request" (
    seq           INTEGER PRIMARY KEY,
    id            BLOB NOT NULL UNIQUE,
    discovery     INTEGER NOT NULL REFERENCES discovery (seq),
    task          TEXT NOT NULL CHECK (task IN ('extraction', 'chat', 'derivation', 'search')),
    -- What it was for: a run, or a message of a conversation by its id.
    run           INTEGER REFERENCES parse_run (seq),
    message       BLOB,
    provider      TEXT NOT NULL CHECK (provider IN ('anthropic', 'openai', 'openai-compatible')),
    model         TEXT NOT NULL,
    url           TEXT NOT NULL,
    headers       TEXT NOT NULL,
    sent_at       INTEGER NOT NULL,
    -- Empty while it is under way, or where the application ended meanwhile.
    outcome       TEXT NOT NULL DEFAULT '',
    ended_at      INTEGER,
    status        INTEGER,
    answered_by   TEXT,
    input_tokens  INTEGER,
    output_tokens INTEGER,
    -- As the server said it, in thousand-millionths of a US dollar.
    cost_nano_usd INTEGER,
    error         TEXT,
    sum           INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'sent_request', seq, id, discovery, task, run, message, provider, model, url, headers, sent_at, outcome, ended_at,
        status, answered_by, input_tokens, output_tokens, cost_nano_usd, error, body
    )) STORED,
    body          TEXT NOT NULL
) STRICT;

CREATE INDEX sent_request_by_discovery ON sent_request (discovery, seq);

CREATE INDEX sent_request_by_run ON sent_request (run) WHERE run IS NOT NULL;

CREATE INDEX sent_request_by_message ON sent_request (message) WHERE message IS NOT NULL;

CREATE TRIGGER sent_request_is_as_it_was_sent BEFORE UPDATE OF
    seq, id, discovery, task, run, message, provider, model, url, headers, sent_at, body
ON sent_request BEGIN
    SELECT RAISE(ABORT, 'what was sent is never rewritten');
END;

CREATE TRIGGER sent_request_is_kept BEFORE DELETE ON sent_request BEGIN
    SELECT RAISE(ABORT, 'what was sent is never deleted');
END;

CREATE TABLE document_answer (
    seq       INTEGER PRIMARY KEY,
    -- That of the job's attempt, under which its requests are kept.
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    finish    TEXT NOT NULL,
    text      TEXT NOT NULL
) STRICT;

CREATE TRIGGER document_answer_is_frozen BEFORE UPDATE ON document_answer BEGIN
    SELECT RAISE(ABORT, 'an answer is never rewritten');
END;

CREATE TABLE row_check (
    tbl   TEXT NOT NULL,
    block INTEGER NOT NULL,
    sums  BLOB NOT NULL,
    PRIMARY KEY (tbl, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE commit_mark (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    mark     BLOB NOT NULL CHECK (length(mark) = 16),
    previous BLOB NOT NULL CHECK (length(previous) = 16)
) STRICT;

CREATE INDEX fact_by_acceptance ON fact (discovery, accepted_by, needs_review, seq)
    WHERE status = 'accepted' AND deleted = 0;

CREATE INDEX fact_by_place ON fact (bundle, start_char, status, needs_review, accepted_by)
    WHERE bundle IS NOT NULL AND deleted = 0;

