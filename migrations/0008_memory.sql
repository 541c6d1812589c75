-- Canonical items, links to them and price observations.
--
-- The catalogue, the prices and the rates are the whole library's, and so is their undo. A link is a discovery's: that a
-- line of it means a canonical item is the analyst's decision and no fact. What might be meant is computed and never
-- stored; what was confirmed or refused is. Prices that facts tell are read from the facts through the links: stored
-- here are those typed or imported, and facts' prices of which the analyst says more than the fact does.

CREATE TABLE canonical_item (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    name       TEXT NOT NULL CHECK (name <> ''),
    -- What its prices are for one of.
    unit       TEXT NOT NULL DEFAULT '',
    -- Lists of names by language, as JSON.
    synonyms   TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(synonyms)),
    note       TEXT NOT NULL DEFAULT '',
    archived   INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    created_at INTEGER NOT NULL,
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'canonical_item', seq, id, name, unit, synonyms, note, archived, deleted, created_at
    )) STORED
) STRICT;

CREATE TABLE canonical_link (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    discovery  INTEGER NOT NULL REFERENCES discovery (seq),
    -- Which line it is: an item's name, or what a fact says, by the fact's label, whose versions share it.
    item_id    TEXT NOT NULL DEFAULT '',
    fact_no    INTEGER NOT NULL DEFAULT 0 CHECK (fact_no >= 0),
    -- As it stood when it was decided.
    line       TEXT NOT NULL,
    canonical  INTEGER NOT NULL REFERENCES canonical_item (seq),
    status     TEXT NOT NULL CHECK (status IN ('confirmed', 'rejected')),
    -- What the suggestion showed: thousandths, and reasons as JSON. Null where the analyst chose unasked.
    score      INTEGER CHECK (score BETWEEN 0 AND 1000),
    reasons    TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
    decided_at INTEGER NOT NULL,
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'canonical_link', seq, id, discovery, item_id, fact_no, line, canonical, status, score, reasons, decided_at,
        deleted
    )) STORED,
    CHECK (item_id <> '' OR fact_no > 0)
) STRICT;
-- A line means one canonical item at most. Not said by the index: undo turns the rows of a change of mind one by one.
CREATE INDEX canonical_link_of_line ON canonical_link (discovery, item_id, fact_no)
    WHERE status = 'confirmed' AND deleted = 0;
CREATE INDEX canonical_link_by_discovery ON canonical_link (discovery, seq) WHERE deleted = 0;
CREATE INDEX canonical_link_by_canonical ON canonical_link (canonical, discovery)
    WHERE status = 'confirmed' AND deleted = 0;

CREATE TABLE price_observation (
    seq         INTEGER PRIMARY KEY,
    id          BLOB NOT NULL UNIQUE,
    canonical   INTEGER NOT NULL REFERENCES canonical_item (seq),
    -- For one unit.
    price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
    currency    TEXT NOT NULL CHECK (length(currency) = 3),
    unit        TEXT NOT NULL DEFAULT '',
    -- How much it was asked or paid for, as a decimal.
    quantity    TEXT,
    vendor      TEXT NOT NULL DEFAULT '',
    -- As exact as it was said: 2026-03-01, 2026-03, 2026-Q1, 2026.
    date        TEXT NOT NULL,
    -- The fact that tells the price, by its discovery and label.
    discovery   INTEGER REFERENCES discovery (seq),
    fact_no     INTEGER CHECK (fact_no > 0),
    origin      TEXT NOT NULL CHECK (origin IN ('manual', 'csv', 'fact')),
    note        TEXT NOT NULL DEFAULT '',
    deleted     INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    created_at  INTEGER NOT NULL,
    sum         INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'price_observation', seq, id, canonical, price_minor, currency, unit, quantity, vendor, date, discovery, fact_no,
        origin, note, deleted, created_at
    )) STORED,
    CHECK ((discovery IS NULL) = (fact_no IS NULL)),
    CHECK ((origin = 'fact') = (fact_no IS NOT NULL))
) STRICT;
CREATE INDEX price_observation_by_canonical ON price_observation (canonical, seq) WHERE deleted = 0;
CREATE INDEX price_observation_of_fact ON price_observation (discovery, fact_no)
    WHERE fact_no IS NOT NULL AND deleted = 0;

-- What one unit of a currency was in another, as the analyst gave it.
CREATE TABLE exchange_rate (
    seq        INTEGER PRIMARY KEY,
    id         BLOB NOT NULL UNIQUE,
    source     TEXT NOT NULL CHECK (length(source) = 3),
    target     TEXT NOT NULL CHECK (length(target) = 3 AND target <> source),
    -- A decimal.
    rate       TEXT NOT NULL,
    date       TEXT NOT NULL,
    note       TEXT NOT NULL DEFAULT '',
    deleted    INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
    created_at INTEGER NOT NULL,
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum(
        'exchange_rate', seq, id, source, target, rate, date, note, deleted, created_at
    )) STORED
) STRICT;
CREATE INDEX exchange_rate_by_date ON exchange_rate (date, seq) WHERE deleted = 0;

-- What is frozen.

CREATE TRIGGER canonical_item_keeps_its_name BEFORE UPDATE OF seq, id, created_at ON canonical_item BEGIN
    SELECT RAISE(ABORT, 'a canonical item keeps its id');
END;
CREATE TRIGGER canonical_item_is_kept BEFORE DELETE ON canonical_item BEGIN
    SELECT RAISE(ABORT, 'a canonical item is hidden, never deleted');
END;
CREATE TRIGGER canonical_link_is_immutable BEFORE UPDATE OF
    seq, id, discovery, item_id, fact_no, line, canonical, status, score, reasons, decided_at
ON canonical_link BEGIN
    SELECT RAISE(ABORT, 'a decision is taken back, never rewritten');
END;
CREATE TRIGGER canonical_link_is_kept BEFORE DELETE ON canonical_link BEGIN
    SELECT RAISE(ABORT, 'a decision is hidden, never deleted');
END;
CREATE TRIGGER price_observation_is_immutable BEFORE UPDATE OF
    seq, id, canonical, price_minor, currency, unit, quantity, vendor, date, discovery, fact_no, origin, note, created_at
ON price_observation BEGIN
    SELECT RAISE(ABORT, 'a price that was seen is never rewritten');
END;
CREATE TRIGGER price_observation_is_kept BEFORE DELETE ON price_observation BEGIN
    SELECT RAISE(ABORT, 'a price is hidden, never deleted');
END;
CREATE TRIGGER exchange_rate_is_immutable BEFORE UPDATE OF
    seq, id, source, target, rate, date, note, created_at
ON exchange_rate BEGIN
    SELECT RAISE(ABORT, 'a rate is never rewritten');
END;
CREATE TRIGGER exchange_rate_is_kept BEFORE DELETE ON exchange_rate BEGIN
    SELECT RAISE(ABORT, 'a rate is hidden, never deleted');
END;

-- What undo needs.

CREATE TRIGGER canonical_item_changed AFTER UPDATE OF name, unit, synonyms, note, archived, deleted ON canonical_item
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'canonical_item', NEW.seq,
        json_object(
            'name', OLD.name, 'unit', OLD.unit, 'synonyms', OLD.synonyms, 'note', OLD.note, 'archived', OLD.archived,
            'deleted', OLD.deleted
        ),
        json_object(
            'name', NEW.name, 'unit', NEW.unit, 'synonyms', NEW.synonyms, 'note', NEW.note, 'archived', NEW.archived,
            'deleted', NEW.deleted
        )
    );
END;
CREATE TRIGGER canonical_link_changed AFTER UPDATE OF deleted ON canonical_link
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'canonical_link', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER price_observation_changed AFTER UPDATE OF deleted ON price_observation
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'price_observation', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
CREATE TRIGGER exchange_rate_changed AFTER UPDATE OF deleted ON exchange_rate
WHEN current_operation() IS NOT NULL BEGIN
    INSERT INTO change (operation, tbl, row, before, after) VALUES (
        current_operation(), 'exchange_rate', NEW.seq,
        json_object('deleted', OLD.deleted), json_object('deleted', NEW.deleted)
    );
END;
