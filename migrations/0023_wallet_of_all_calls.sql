-- The wallet may pay for every call of a model, not for those of long documents alone. So a booking is of an attempt of
-- a job, or of a call that has an id of its own. The table is made anew, since its checks change.

CREATE TABLE wallet_entry_of_all (
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
INSERT INTO wallet_entry_of_all (seq, id, kind, unit, amount, balance, reserved, run, job, attempt, task, model,
    input_tokens, output_tokens, counted, shortfall, note, made_at)
SELECT seq, id, kind, unit, amount, balance, reserved, run, job, attempt, CASE WHEN job IS NULL THEN '' ELSE 'documents' END,
    model, input_tokens, output_tokens, counted, shortfall, note, made_at
FROM wallet_entry ORDER BY seq;
DROP TABLE wallet_entry;
ALTER TABLE wallet_entry_of_all RENAME TO wallet_entry;

-- An attempt or a call reserves once and is settled once.
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
