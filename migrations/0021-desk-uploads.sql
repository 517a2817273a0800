-- How much each person at the desk has uploaded on the day of the last upload: not what, and not for whom.
CREATE TABLE desk_upload (
  subject   text    PRIMARY KEY,
  day       date    NOT NULL,
  documents integer NOT NULL,
  bytes     bigint  NOT NULL,
  -- Of these, for loans that had not begun.
  ahead     integer NOT NULL
);
