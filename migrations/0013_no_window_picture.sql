-- The window draws itself at once, so nothing keeps what it last showed.
DROP TABLE picture;
