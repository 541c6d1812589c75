-- Reports: the body of an Output as sections in their reading order. Numbers and the tree are computed: a section stands
-- under the nearest one before it that is less deep.

CREATE TABLE report (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    -- The label of its Output.
    output    TEXT NOT NULL,
    -- What stands before the first section, to the byte.
    front_md  TEXT NOT NULL DEFAULT '',
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX report_by_output ON report (discovery, output) WHERE deleted = 0;

CREATE TABLE report_section (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    report    INTEGER NOT NULL REFERENCES report (seq),
    rank      INTEGER NOT NULL,
    -- 1 for the first level.
    depth     INTEGER NOT NULL CHECK (depth >= 1),
    title     TEXT NOT NULL,
    body_md   TEXT NOT NULL DEFAULT '',
    -- Counted by letters.
    appendix  INTEGER NOT NULL DEFAULT 0 CHECK (appendix IN (0, 1)),
    -- The heading that it was read from, as JSON.
    heading   TEXT CHECK (heading IS NULL OR json_valid(heading)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;
CREATE INDEX report_section_in_order ON report_section (report, rank) WHERE deleted = 0;

-- A report as it was when the analyst gave it a name.
CREATE TABLE report_version (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    report    INTEGER NOT NULL REFERENCES report (seq),
    name      TEXT NOT NULL CHECK (name <> ''),
    made_at   INTEGER NOT NULL,
    body      TEXT NOT NULL CHECK (json_valid(body)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;
CREATE INDEX report_version_by_report ON report_version (report, seq) WHERE deleted = 0;
CREATE TRIGGER report_version_is_immutable BEFORE UPDATE OF seq, id, discovery, report, name, made_at, body
ON report_version BEGIN
    SELECT RAISE(ABORT, 'a version stays as it was');
END;
