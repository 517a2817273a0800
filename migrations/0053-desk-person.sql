-- Who has logged in at the desk, and when last: acts, cases and audit keep the subject alone, and pages show the name to it.
-- Name, roles and branch are sealed as sessions are; a row may be deleted at any time, and comes back with the next login.
CREATE TABLE desk_person (
  subject      text        PRIMARY KEY,
  sealed       text        NOT NULL,
  logged_in_at timestamptz NOT NULL DEFAULT now()
);
