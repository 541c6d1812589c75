-- A quote is held against its bundle by a function of ours, which keeps the last text that it was given: a run proposes
-- hundreds of facts from one text, and SQLite's own `substr` would read all of it, and count its characters, for each.
--
-- A text is known by its hash, so that no other is ever taken for it, whatever was rolled back meanwhile; only where the
-- function does not hold it is it read.

DROP TRIGGER fact_evidence_stands;
CREATE TRIGGER fact_evidence_stands AFTER INSERT ON fact WHEN NEW.bundle IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'the quote does not stand in its bundle at its offsets') WHERE NOT EXISTS (
        SELECT 1 FROM turn_bundle AS b
        JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = NEW.source_section
        WHERE b.seq = NEW.bundle AND b.discovery = NEW.discovery
            AND s.start_char <= NEW.start_char AND NEW.end_char <= s.end_char
            AND quote_stands(
                NEW.quote, NEW.start_char, NEW.end_char, b.sha256, CASE WHEN NOT holds_text(b.sha256) THEN b.text END
            )
    );
END;

DROP TRIGGER reaffirmation_evidence_stands;
CREATE TRIGGER reaffirmation_evidence_stands AFTER INSERT ON reaffirmation BEGIN
    SELECT RAISE(ABORT, 'the quote does not stand in its bundle at its offsets') WHERE NOT EXISTS (
        SELECT 1 FROM turn_bundle AS b
        JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = NEW.source_section
        WHERE b.seq = NEW.bundle AND b.discovery = (SELECT discovery FROM fact WHERE seq = NEW.fact)
            AND s.start_char <= NEW.start_char AND NEW.end_char <= s.end_char
            AND quote_stands(
                NEW.quote, NEW.start_char, NEW.end_char, b.sha256, CASE WHEN NOT holds_text(b.sha256) THEN b.text END
            )
    );
END;
