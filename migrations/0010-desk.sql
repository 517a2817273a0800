-- The officers' desk: who is logged in, and the copy of all cases that its lists are made from.
CREATE TABLE desk_session (
  digest       text        PRIMARY KEY,
  subject      text        NOT NULL,
  name         text        NOT NULL,
  roles        text[]      NOT NULL,
  branch       text,
  logged_in_at timestamptz NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  used_at      timestamptz NOT NULL DEFAULT now()
);

-- A login under way: what the provider's answer is checked against. Used once.
CREATE TABLE desk_login (
  digest     text        PRIMARY KEY,
  state      text        NOT NULL,
  nonce      text        NOT NULL,
  verifier   text        NOT NULL,
  return_to  text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE case_revision;

-- One row for each case, by which lists, counts and figures are made. It can be made anew from the cases at any time.
CREATE TABLE case_summary (
  kind         text        NOT NULL,
  reference    text        NOT NULL,
  workflow_id  text        NOT NULL,
  stage        text        NOT NULL,
  stage_title  text        NOT NULL,
  ended        boolean     NOT NULL,
  waiting_for  text,
  waiting_on   text,
  needs_person boolean     NOT NULL,
  assignee     text,
  branch       text,
  customer     text,
  batch        text,
  amount_kobo  bigint,
  since        timestamptz NOT NULL,
  started_at   timestamptz NOT NULL,
  changed_at   timestamptz NOT NULL,
  approval     boolean     NOT NULL,
  -- What the case tells of itself, without its timeline.
  snapshot     jsonb       NOT NULL,
  -- Names and ends of accounts, encrypted; and keyed digests of their words and beginnings, for the search.
  sealed       text,
  words        text[]      NOT NULL,
  -- What Temporal's index said of it: a difference shows that the row is old.
  indexed      text        NOT NULL,
  revision     bigint      NOT NULL,
  read_at      timestamptz NOT NULL,
  PRIMARY KEY (kind, reference)
);
CREATE INDEX case_summary_waiting ON case_summary (ended, needs_person, since);
CREATE INDEX case_summary_changed ON case_summary (revision);
CREATE INDEX case_summary_words ON case_summary USING gin (words);

-- Of several desks one watches at a time, while its lease lasts.
CREATE TABLE case_watch (
  name        text PRIMARY KEY,
  holder      text,
  lease_until timestamptz,
  complete_at timestamptz,
  changes_to  timestamptz
);
INSERT INTO case_watch (name) VALUES ('cases');
