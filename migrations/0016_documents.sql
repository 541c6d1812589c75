-- Documents: what an Input was read from, and where its words stand there.

-- The bytes of a document as they were added, once for each hash. Nothing of it is ever changed or taken out; an Input
-- that is hidden leaves them for its return.
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

-- One for each version of an Input that was read from a document or described by the analyst. A text whose bytes are its
-- original names no attachment. `places` and `boxes` are packed by the engine; they lead to words and prove nothing.
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
