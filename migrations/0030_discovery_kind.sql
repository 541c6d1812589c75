-- What a discovery is for says what the window shows of it at first.

-- As it was chosen; empty is the one that its packs and Inputs suggest.
ALTER TABLE discovery ADD COLUMN kind TEXT NOT NULL DEFAULT '' CHECK (kind IN ('', 'study', 'plan', 'documents', 'everything'));
