-- What the window last showed, so that the next start shows it while the rest is fetched. Derived, and never wrong: the
-- first commit after it takes it out, whoever commits. `key` says of what window it is.
CREATE TABLE picture (
    key   TEXT PRIMARY KEY NOT NULL,
    shown TEXT NOT NULL,
    sum   INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('picture', key, shown)) STORED
) STRICT;
