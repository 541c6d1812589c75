-- The chat: conversations of a discovery, what was said in them, and the cards that wait for the analyst.
--
-- What was said is never rewritten: an answer grows while it streams, and stands as it ended. What a card would do is
-- frozen when it is made; only what became of it changes. Said again or taken back, a message is hidden.

CREATE TABLE chat_conversation (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    mode       TEXT NOT NULL DEFAULT 'discovery' CHECK (mode IN ('discovery', 'sources', 'report')),
    -- Empty: named by its first message.
    title      TEXT NOT NULL DEFAULT '',
    is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
    created_at INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'chat_conversation', seq, id, discovery, mode, title, is_default, created_at, deleted
    )) STORED
) STRICT;
CREATE INDEX chat_conversation_by_discovery ON chat_conversation (discovery, seq) WHERE deleted = 0;
-- Whether it is hidden or not: the default one is emptied and never deleted, so that undo cannot bring back a second.
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
    sum          INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'chat_message', seq, id, discovery, conversation, role, state, answers, labels, provider, model, error, bundle,
        operation, foreign_data, created_at, ended_at, deleted, calls, text
    )) STORED,
    -- Each round of the model's calls as it came, as JSON, so that it can be sent again with every call answered.
    calls        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(calls)),
    text         TEXT NOT NULL,
    CHECK (role = 'assistant' OR (state = 'done' AND answers IS NULL)),
    CHECK ((state = 'streaming') = (ended_at IS NULL))
) STRICT;
CREATE INDEX chat_message_by_conversation ON chat_message (conversation, seq) WHERE deleted = 0;
CREATE INDEX chat_message_by_question ON chat_message (answers) WHERE answers IS NOT NULL;
CREATE INDEX chat_message_streaming ON chat_message (seq) WHERE state = 'streaming';

CREATE TABLE chat_card (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    message    INTEGER NOT NULL REFERENCES chat_message (seq),
    -- Its place among the cards of its message.
    place      INTEGER NOT NULL CHECK (place >= 0),
    tool       TEXT NOT NULL CHECK (tool IN ('add_item', 'delete_item', 'edit_item')),
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
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'chat_card', seq, id, discovery, message, place, tool, params, shown, status, error, became, operation, edited,
        decided_at, deleted
    )) STORED
) STRICT;
CREATE UNIQUE INDEX chat_card_by_message ON chat_card (message, place);
CREATE INDEX chat_card_by_status ON chat_card (discovery, status, seq) WHERE deleted = 0;

-- What is frozen.

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
CREATE TRIGGER chat_card_is_immutable BEFORE UPDATE OF seq, id, discovery, message, place, tool, params, shown
ON chat_card BEGIN
    SELECT RAISE(ABORT, 'what a model proposed is kept as it was');
END;
CREATE TRIGGER chat_card_is_kept BEFORE DELETE ON chat_card BEGIN
    SELECT RAISE(ABORT, 'a card is hidden, never deleted');
END;

-- What undo needs.

CREATE TRIGGER chat_conversation_changed AFTER UPDATE OF title, deleted ON chat_conversation
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'chat_conversation', NEW.seq,
        json_object('title', OLD.title, 'deleted', OLD.deleted),
        json_object('title', NEW.title, 'deleted', NEW.deleted)
    );
END;
CREATE TRIGGER chat_message_changed AFTER UPDATE OF deleted ON chat_message
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'chat_message', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER chat_card_changed AFTER UPDATE OF status, became, edited, deleted ON chat_card
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'chat_card', NEW.seq,
        json_object('status', OLD.status, 'became', OLD.became, 'edited', OLD.edited, 'deleted', OLD.deleted),
        json_object('status', NEW.status, 'became', NEW.became, 'edited', NEW.edited, 'deleted', NEW.deleted)
    );
END;
