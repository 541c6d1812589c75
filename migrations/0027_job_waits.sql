-- A server may ask to be left alone for a while. A job whose call it refused waits until then, and goes on by itself.

-- In milliseconds since 1970; none, or a time that has passed, holds nobody up.
ALTER TABLE document_job ADD COLUMN not_before INTEGER;
