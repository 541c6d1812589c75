-- The chat over sources: what an answer rests on, which Inputs a conversation looks at, and what stands for its older
-- messages.

-- Inputs that a conversation looks at, as JSON; none is all of them.
ALTER TABLE chat_conversation ADD COLUMN scope TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(scope));
-- The validated passages that it cites, each with its id and the beginning of its text.
ALTER TABLE chat_message ADD COLUMN sources TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(sources));
-- What the check of its citations and its sentences found.
ALTER TABLE chat_message ADD COLUMN verification TEXT CHECK (verification IS NULL OR json_valid(verification));

CREATE TRIGGER chat_message_rests_on_what_it_did BEFORE UPDATE OF sources, verification ON chat_message
WHEN OLD.state <> 'streaming' BEGIN
    SELECT RAISE(ABORT, 'a message that has ended is never rewritten');
END;

-- In what is sent, a summary stands in the place of the messages up to one; in the window they stay.
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
