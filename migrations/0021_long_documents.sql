-- Long documents: runs of recipes, their jobs, and what each call added; and the wallet that pays for calls.
--
-- None of it is undone: what was spent was spent, and what came was received. What a run makes of the discovery, an
-- Output with its report, is a step of undo of its own.

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
CREATE TRIGGER document_run_is_frozen BEFORE UPDATE OF
    seq, id, discovery, title, prompt, recipe, models, limits, material, created_at
ON document_run BEGIN
    SELECT RAISE(ABORT, 'what a run was started with stays');
END;
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
) STRICT;
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

-- What one call added to a document. A chunk is never appended to another.
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

-- What stands for a text that a call had no room for, by the text's hash.
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

-- The wallet: a ledger whose every row says what there is after it, in whole millionths of its unit. What is reserved is
-- part of the balance.
CREATE TABLE wallet_entry (
    seq           INTEGER PRIMARY KEY,
    id            BLOB NOT NULL UNIQUE,
    kind          TEXT NOT NULL CHECK (kind IN ('deposit', 'reservation', 'debit', 'release')),
    unit          TEXT NOT NULL CHECK (unit <> ''),
    amount        INTEGER NOT NULL CHECK (amount >= 0),
    balance       INTEGER NOT NULL,
    reserved      INTEGER NOT NULL,
    -- What it pays for: an attempt of a job. A deposit has none.
    run           INTEGER REFERENCES document_run (seq),
    job           INTEGER REFERENCES document_job (seq),
    attempt       INTEGER,
    model         TEXT NOT NULL DEFAULT '',
    input_tokens  INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    counted       TEXT NOT NULL DEFAULT 'nobody' CHECK (counted IN ('provider', 'estimate', 'nobody')),
    -- Real use beyond what could be taken.
    shortfall     INTEGER NOT NULL DEFAULT 0 CHECK (shortfall >= 0),
    note          TEXT NOT NULL DEFAULT '',
    made_at       INTEGER NOT NULL,
    CHECK (reserved >= 0 AND reserved <= balance),
    CHECK ((kind = 'deposit') = (job IS NULL) AND (job IS NULL) = (attempt IS NULL))
) STRICT;
-- An attempt reserves once and is settled once.
CREATE UNIQUE INDEX wallet_entry_reserves_once ON wallet_entry (job, attempt) WHERE kind = 'reservation';
CREATE UNIQUE INDEX wallet_entry_settles_once ON wallet_entry (job, attempt) WHERE kind IN ('debit', 'release');
CREATE INDEX wallet_entry_by_run ON wallet_entry (run, seq) WHERE run IS NOT NULL;
CREATE TRIGGER wallet_entry_follows BEFORE INSERT ON wallet_entry BEGIN
    SELECT RAISE(ABORT, 'a wallet has one unit') FROM wallet_entry
    WHERE seq = (SELECT max(seq) FROM wallet_entry) AND unit <> NEW.unit AND balance <> 0;
    SELECT RAISE(ABORT, 'only a reservation is settled')
    WHERE NEW.kind IN ('debit', 'release') AND NOT EXISTS (
        SELECT 1 FROM wallet_entry WHERE job = NEW.job AND attempt = NEW.attempt AND kind = 'reservation'
    );
    SELECT RAISE(ABORT, 'the wallet does not add up')
    WHERE NEW.balance <> coalesce((SELECT balance FROM wallet_entry ORDER BY seq DESC LIMIT 1), 0)
        + CASE NEW.kind WHEN 'deposit' THEN NEW.amount WHEN 'debit' THEN -NEW.amount ELSE 0 END
    OR NEW.reserved <> coalesce((SELECT reserved FROM wallet_entry ORDER BY seq DESC LIMIT 1), 0)
        + CASE NEW.kind WHEN 'deposit' THEN 0 WHEN 'reservation' THEN NEW.amount ELSE -(
            SELECT amount FROM wallet_entry WHERE job = NEW.job AND attempt = NEW.attempt AND kind = 'reservation'
        ) END;
END;
CREATE TRIGGER wallet_entry_is_frozen BEFORE UPDATE ON wallet_entry BEGIN
    SELECT RAISE(ABORT, 'what was booked stays');
END;
CREATE TRIGGER wallet_entry_is_kept BEFORE DELETE ON wallet_entry BEGIN
    SELECT RAISE(ABORT, 'what was booked stays');
END;
