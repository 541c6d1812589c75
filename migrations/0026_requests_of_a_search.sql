-- A search by meaning asks a model for vectors: a task of its own. The table is made anew, since its check changes.

CREATE TABLE sent_request_of_any_task (
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
INSERT INTO sent_request_of_any_task (
    seq, id, discovery, task, run, message, provider, model, url, headers, sent_at, outcome, ended_at, status, answered_by,
    input_tokens, output_tokens, cost_nano_usd, error, body
) SELECT
    seq, id, discovery, task, run, message, provider, model, url, headers, sent_at, outcome, ended_at, status, answered_by,
    input_tokens, output_tokens, cost_nano_usd, error, body
FROM sent_request;
DROP TABLE sent_request;
ALTER TABLE sent_request_of_any_task RENAME TO sent_request;
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
