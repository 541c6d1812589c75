-- What a report cites by its label alone, `[F-12]`, with the id that the label had when it was written: a JSON object of
-- labels and ids beside the text, which stays as it is.

ALTER TABLE report ADD COLUMN cited TEXT CHECK (cited IS NULL OR json_valid(cited));
ALTER TABLE report_section ADD COLUMN cited TEXT CHECK (cited IS NULL OR json_valid(cited));
