-- Providers: who may see a discovery's text, and every request as it was sent.
--
-- Neither is undone: what was seen was seen. A key is in none of these rows.

CREATE TABLE consent (
    seq       INTEGER PRIMARY KEY,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    provider  TEXT NOT NULL CHECK (provider IN ('anthropic', 'openai', 'openai-compatible')),
    -- Scheme, host and port.
    origin    TEXT NOT NULL,
    given_at  INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    sum       INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'consent', seq, discovery, provider, origin, given_at, withdrawn
    )) STORED
) STRICT;
CREATE UNIQUE INDEX consent_by_origin ON consent (discovery, provider, origin);

-- Each try is a row of its own: a request that was sent three times was seen three times.
CREATE TABLE sent_request (
    seq           INTEGER PRIMARY KEY,
    id            BLOB NOT NULL UNIQUE,
    discovery     INTEGER NOT NULL REFERENCES discovery (seq),
    task          TEXT NOT NULL CHECK (task IN ('extraction', 'chat', 'derivation')),
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
CREATE TRIGGER consent_is_kept BEFORE DELETE ON consent BEGIN
    SELECT RAISE(ABORT, 'a consent is withdrawn, never deleted');
END;
