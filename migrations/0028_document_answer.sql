-- The answer to a call of a long document as it came, stored together with its use before anything else happens to it: who
-- comes after a kill goes on from it, and asks for nothing twice. Once it is a part of its document it is taken out here.

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
