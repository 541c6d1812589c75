-- A value and the sentence that says it are one fact: the value with its statement. Until now a run kept both, and a
-- decision about the one left the other as it was.
--
-- What was decided stays decided, and is the value's: the sentence is superseded, and what rests on it rests on the value.
-- Where the two disagreed the analyst is asked. A value that was rejected while its sentence was accepted is proposed
-- again; one that was accepted while its sentence was rejected stands, and is asked about. Both wait for review and say
-- why. What rests on a sentence whose value holds no more is to be looked at.
--
-- All of it is one step of undo of its discovery, written down as any other: steps from before it are turned as they were,
-- and the past is what it was.

ALTER TABLE fact ADD COLUMN condition TEXT NOT NULL DEFAULT '';

-- Each sentence that a run found, with the value that it says. One that is more than a sentence stays a fact of its own, and
-- so does one whose value the analyst kept as a note.
CREATE TEMP TABLE folded AS
SELECT sentence, value, discovery, sentence_no, sentence_was, text, value_was, value_no AS heir_no FROM (
    SELECT
        n.seq AS sentence, v.seq AS value, n.discovery, n.label_no AS sentence_no, n.status AS sentence_was, n.text,
        v.status AS value_was, v.label_no AS value_no,
        row_number() OVER (PARTITION BY n.seq ORDER BY CASE v.status
            WHEN 'accepted' THEN 0 WHEN 'conflict' THEN 1 WHEN 'proposed' THEN 2 WHEN 'rejected' THEN 3 ELSE 4
        END, v.seq DESC) AS place
    FROM fact AS n JOIN fact AS v
        ON v.bundle = n.bundle AND v.key <> 'note' AND v.deleted = 0
            AND v.start_char < n.end_char AND n.start_char < v.end_char
    WHERE n.key = 'note' AND n.deleted = 0 AND n.supersedes IS NULL AND n.status <> 'superseded'
        AND n.source_kind IN ('user', 'agent')
        AND rtrim(lower(replace(n.quote, char(10), ' ')), '.') = rtrim(lower(n.text), '.')
        AND n.quote NOT GLOB '*[.!?] *'
        AND NOT EXISTS (SELECT 1 FROM fact AS k WHERE k.supersedes = v.seq AND k.key = 'note' AND k.deleted = 0)
) WHERE place = 1;

-- What rested on the sentence of a value whose place was taken rests on what took it.
UPDATE folded SET heir_no = coalesce((
    SELECT s.label_no FROM fact AS v JOIN fact AS s
        ON s.discovery = v.discovery AND s.key = v.key AND s.item_id = v.item_id AND s.status = 'accepted' AND s.deleted = 0
    WHERE v.seq = folded.value ORDER BY s.seq DESC LIMIT 1
), heir_no) WHERE value_was = 'superseded';

UPDATE operation SET state = 'dropped'
WHERE state = 'undone' AND discovery IN (SELECT discovery FROM folded);
CREATE TEMP TABLE before_step AS
SELECT
    (SELECT coalesce(max(seq), 0) FROM operation) AS operation,
    (SELECT coalesce(max(seq), 0) FROM change) AS change,
    (SELECT coalesce(max(seq), 0) FROM link) AS link;
INSERT INTO operation (discovery, name, at)
SELECT d.seq, 'Make one fact of a value and its sentence', max(d.updated_at, coalesce((
    SELECT max(o.at) FROM operation AS o WHERE o.discovery = d.seq
), 0))
FROM discovery AS d WHERE d.seq IN (SELECT discovery FROM folded) ORDER BY d.seq;
CREATE TEMP TABLE step AS
SELECT o.seq AS operation, o.discovery FROM operation AS o, before_step AS b WHERE o.seq > b.operation;

INSERT INTO change (operation, tbl, row, before, after)
SELECT
    s.operation, 'fact', n.seq, json_object('status', n.status, 'needs_review', n.needs_review, 'deleted', 0),
    json_object('status', 'superseded', 'needs_review', 0, 'deleted', 0)
FROM folded AS f JOIN fact AS n ON n.seq = f.sentence JOIN step AS s ON s.discovery = f.discovery ORDER BY n.seq;
UPDATE fact SET status = 'superseded', needs_review = 0 WHERE seq IN (SELECT sentence FROM folded);

-- The two disagreed.
DROP TRIGGER fact_is_immutable;
CREATE TEMP TABLE asked AS
SELECT
    value, discovery, value_was AS was,
    max(CASE value_was WHEN 'rejected' THEN 'proposed' ELSE 'accepted' END) AS becomes,
    max(CASE value_was
        WHEN 'rejected' THEN 'its sentence was accepted and the value was rejected'
        ELSE 'its sentence was rejected and the value was accepted'
    END) AS reason
FROM folded
WHERE (sentence_was = 'accepted' AND value_was = 'rejected') OR (sentence_was = 'rejected' AND value_was = 'accepted')
GROUP BY value;
INSERT INTO change (operation, tbl, row, before, after)
SELECT
    s.operation, 'fact', v.seq, json_object('status', v.status, 'needs_review', v.needs_review, 'deleted', 0),
    json_object('status', a.becomes, 'needs_review', 1, 'deleted', 0)
FROM asked AS a JOIN fact AS v ON v.seq = a.value JOIN step AS s ON s.discovery = a.discovery ORDER BY v.seq;
UPDATE fact SET (status, needs_review, reason) = (SELECT a.becomes, 1, a.reason FROM asked AS a WHERE a.value = fact.seq)
WHERE seq IN (SELECT value FROM asked);
CREATE TRIGGER fact_is_immutable BEFORE UPDATE OF
    seq, id, discovery, label_no, version, scope_type, item_id, key, value_type, value, norm, text, confidence,
    source_kind, bundle, quote, start_char, end_char, source_section, run, supersedes, conflicts_with, missing, hint,
    reason, created_at
ON fact BEGIN
    SELECT RAISE(ABORT, 'a fact is superseded, never rewritten');
END;

-- What rests on a sentence.
CREATE TEMP TABLE resting AS
SELECT
    l.seq AS link, f.discovery, f.sentence_no, f.heir_no, f.text, l.down_kind, l.down_no,
    f.sentence_was = 'accepted' AND f.value_was <> 'accepted' AS lost
FROM folded AS f JOIN link AS l
    ON l.discovery = f.discovery AND l.up_kind = 'F' AND l.up_no = f.sentence_no AND l.deleted = 0;
INSERT INTO link (discovery, up_kind, up_no, down_kind, down_no)
SELECT DISTINCT discovery, 'F', heir_no, down_kind, down_no FROM resting WHERE true ON CONFLICT DO NOTHING;
INSERT INTO change (operation, tbl, row)
SELECT s.operation, 'link', l.seq FROM before_step AS b, link AS l JOIN step AS s ON s.discovery = l.discovery
WHERE l.seq > b.link;
INSERT INTO change (operation, tbl, row, before, after)
SELECT s.operation, 'link', r.link, json_object('deleted', 0), json_object('deleted', 1)
FROM resting AS r JOIN step AS s ON s.discovery = r.discovery;
UPDATE link SET deleted = 1 WHERE seq IN (SELECT link FROM resting);

CREATE TEMP TABLE marked AS
SELECT
    e.seq AS entity, e.discovery,
    max(json_object(
        'from', 'F-' || r.sentence_no, 'what', 'superseded', 'was', substr(r.text, 1, 199), 'is', NULL
    )) AS because
FROM resting AS r JOIN entity AS e
    ON e.discovery = r.discovery AND e.kind = r.down_kind AND e.label_no = r.down_no AND e.deleted = 0 AND e.mark = ''
WHERE r.lost GROUP BY e.seq;
INSERT INTO change (operation, tbl, row, before, after)
SELECT
    s.operation, 'entity', m.entity, json_object('mark', '', 'because', e.because),
    json_object('mark', 'needs_review', 'because', m.because)
FROM marked AS m JOIN entity AS e ON e.seq = m.entity JOIN step AS s ON s.discovery = m.discovery;
UPDATE entity SET mark = 'needs_review', because = (SELECT m.because FROM marked AS m WHERE m.entity = entity.seq)
WHERE seq IN (SELECT entity FROM marked);

UPDATE operation SET (first_change, last_change) = (
    SELECT min(c.seq), max(c.seq) FROM before_step AS b, change AS c
    WHERE c.seq > b.change AND c.operation = operation.seq
) WHERE seq IN (SELECT operation FROM step);

DROP TABLE marked;
DROP TABLE resting;
DROP TABLE asked;
DROP TABLE step;
DROP TABLE before_step;
DROP TABLE folded;
