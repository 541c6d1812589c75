-- Structured questions: the rounds that were finished, what became of each question, and answers not given yet.
--
-- What the registry asks for is chosen when it is looked at and is not stored. A question has a row once it was answered,
-- or where a model proposed it. Whether its key is filled is read from the ledger: so it resolves by itself when a fact
-- comes from elsewhere, and is open again when that goes. A round is a turn: its answers stand in its bundle.

CREATE TABLE question_round (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    stage      TEXT NOT NULL CHECK (stage IN ('ideation', 'planning', 'solutioning')),
    scope      TEXT NOT NULL CHECK (scope IN ('project', 'item', 'multiItem')),
    item_ids   TEXT NOT NULL CHECK (json_valid(item_ids)),
    bundle     INTEGER NOT NULL UNIQUE REFERENCES turn_bundle (seq),
    created_at INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'question_round', seq, id, discovery, stage, scope, item_ids, bundle, created_at, deleted
    )) STORED
) STRICT;
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
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'question', seq, id, discovery, key, number, item_id, text, origin, model, why, status, quick, said, round,
        created_at, deleted
    )) STORED,
    CHECK ((key = '') = (number IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX question_by_key ON question (discovery, key, item_id) WHERE key <> '' AND deleted = 0;
CREATE UNIQUE INDEX question_by_number ON question (discovery, number) WHERE number IS NOT NULL;
CREATE INDEX question_by_scope ON question (discovery, item_id, status) WHERE deleted = 0;

-- A half-answered round, by the question's name; the empty name is what is said freely. Writing one is no step of undo,
-- but sending it is: undo gives back what was sent as a draft.
CREATE TABLE answer_draft (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    name      TEXT NOT NULL,
    quick     TEXT NOT NULL CHECK (quick IN ('', 'YES', 'NO', 'IDK', 'IRRELEVANT')),
    said      TEXT NOT NULL,
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'answer_draft', seq, discovery, name, quick, said, deleted
    )) STORED
) STRICT;
CREATE UNIQUE INDEX answer_draft_by_name ON answer_draft (discovery, name);

-- What is frozen.

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

-- What undo needs.

CREATE TRIGGER question_round_changed AFTER UPDATE OF deleted ON question_round
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'question_round', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER question_changed AFTER UPDATE OF text, status, quick, said, round, deleted ON question
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'question', NEW.seq,
        json_object(
            'text', OLD.text, 'status', OLD.status, 'quick', OLD.quick, 'said', OLD.said, 'round', OLD.round,
            'deleted', OLD.deleted
        ),
        json_object(
            'text', NEW.text, 'status', NEW.status, 'quick', NEW.quick, 'said', NEW.said, 'round', NEW.round,
            'deleted', NEW.deleted
        )
    );
END;
CREATE TRIGGER answer_draft_changed AFTER UPDATE OF quick, said, deleted ON answer_draft
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'answer_draft', NEW.seq,
        json_object('quick', OLD.quick, 'said', OLD.said, 'deleted', OLD.deleted),
        json_object('quick', NEW.quick, 'said', NEW.said, 'deleted', NEW.deleted)
    );
END;
