-- What tells a row that is not as it was written, and a log that does not belong to the file beside it.

-- Four bytes for each row of a table: the sum of what it says, or zero where there is no row. Row numbers 64 * block and on.
CREATE TABLE row_check (
    tbl   TEXT NOT NULL,
    block INTEGER NOT NULL,
    sums  BLOB NOT NULL,
    PRIMARY KEY (tbl, block)
) STRICT, WITHOUT ROWID;

-- Another for each commit, beside that of the commit before: a log continues the file only where its marks do.
CREATE TABLE commit_mark (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    mark     BLOB NOT NULL CHECK (length(mark) = 16),
    previous BLOB NOT NULL CHECK (length(previous) = 16)
) STRICT;
