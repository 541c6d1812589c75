-- The triggers `…_changed`, which write down for undo what a row was, come from the store's declaration of tables: a
-- library gets them when it is opened. A migration never names them.

DROP TRIGGER IF EXISTS discovery_changed;
DROP TRIGGER IF EXISTS discovery_key_changed;
DROP TRIGGER IF EXISTS input_changed;
DROP TRIGGER IF EXISTS parse_run_changed;
DROP TRIGGER IF EXISTS fact_changed;
DROP TRIGGER IF EXISTS reaffirmation_changed;
DROP TRIGGER IF EXISTS entity_changed;
DROP TRIGGER IF EXISTS entity_version_changed;
DROP TRIGGER IF EXISTS link_changed;
DROP TRIGGER IF EXISTS suggestion_changed;
DROP TRIGGER IF EXISTS chat_conversation_changed;
DROP TRIGGER IF EXISTS chat_message_changed;
DROP TRIGGER IF EXISTS chat_card_changed;
DROP TRIGGER IF EXISTS item_changed;
DROP TRIGGER IF EXISTS item_override_changed;
DROP TRIGGER IF EXISTS block_addition_changed;
DROP TRIGGER IF EXISTS question_round_changed;
DROP TRIGGER IF EXISTS question_changed;
DROP TRIGGER IF EXISTS answer_draft_changed;
DROP TRIGGER IF EXISTS canonical_item_changed;
DROP TRIGGER IF EXISTS canonical_link_changed;
DROP TRIGGER IF EXISTS price_observation_changed;
DROP TRIGGER IF EXISTS exchange_rate_changed;
DROP TRIGGER IF EXISTS saved_view_changed;
DROP TRIGGER IF EXISTS variant_changed;

-- Which tools there are the chat knows; a card keeps the name of the one that made it.

CREATE TABLE chat_card_of_any_tool (
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
INSERT INTO chat_card_of_any_tool (
    seq, id, discovery, message, place, tool, params, shown, status, error, became, operation, edited, decided_at, deleted
) SELECT
    seq, id, discovery, message, place, tool, params, shown, status, error, became, operation, edited, decided_at, deleted
FROM chat_card;
DROP TABLE chat_card;
ALTER TABLE chat_card_of_any_tool RENAME TO chat_card;

CREATE UNIQUE INDEX chat_card_by_message ON chat_card (message, place);
CREATE INDEX chat_card_by_status ON chat_card (discovery, status, seq) WHERE deleted = 0;
CREATE TRIGGER chat_card_is_immutable BEFORE UPDATE OF seq, id, discovery, message, place, tool, params, shown
ON chat_card BEGIN
    SELECT RAISE(ABORT, 'what a model proposed is kept as it was');
END;
CREATE TRIGGER chat_card_is_kept BEFORE DELETE ON chat_card BEGIN
    SELECT RAISE(ABORT, 'a card is hidden, never deleted');
END;
