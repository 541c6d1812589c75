-- Recipes of the analyst's own, each of the discovery that it was made in, so that it is undone and exported with it.
-- Other discoveries of the library may use it.

CREATE TABLE document_recipe (
    seq       INTEGER PRIMARY KEY,
    id        BLOB NOT NULL UNIQUE,
    discovery INTEGER NOT NULL REFERENCES discovery (seq),
    -- As JSON, its name among it.
    recipe    TEXT NOT NULL CHECK (json_valid(recipe)),
    deleted   INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
) STRICT;
CREATE INDEX document_recipe_by_discovery ON document_recipe (discovery, seq) WHERE deleted = 0;
CREATE TRIGGER document_recipe_keeps_its_id BEFORE UPDATE OF seq, id, discovery ON document_recipe BEGIN
    SELECT RAISE(ABORT, 'a recipe keeps its id');
END;
CREATE TRIGGER document_recipe_is_kept BEFORE DELETE ON document_recipe BEGIN
    SELECT RAISE(ABORT, 'a recipe is hidden, never deleted');
END;

-- They were a preference of the library: the newest discovery has them now.
INSERT INTO document_recipe (id, discovery, recipe)
SELECT randomblob(16), home.seq, own.value
FROM preference,
    json_each(CASE WHEN json_valid(preference.value) THEN preference.value ELSE '[]' END) AS own,
    (SELECT seq FROM discovery ORDER BY deleted, seq DESC LIMIT 1) AS home
WHERE preference.name = 'documents.recipes' AND own.type = 'object';
DELETE FROM preference WHERE name = 'documents.recipes' AND EXISTS (SELECT 1 FROM discovery);

-- Going on with a run takes its models as they are set then, each at the price of that day.
DROP TRIGGER document_run_is_frozen;
CREATE TRIGGER document_run_is_frozen BEFORE UPDATE OF
    seq, id, discovery, title, prompt, recipe, limits, material, created_at
ON document_run BEGIN
    SELECT RAISE(ABORT, 'what a run was started with stays');
END;
