-- What other systems are told: one row for each entry of the audit that is an event, written with it in one transaction. It
-- holds no personal data, and stays as the audit does.
CREATE TABLE case_event (
  -- Drawn under a lock that is held until the transaction ends: who has seen a position has seen all before it.
  position    bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id     text    NOT NULL,
  -- Within the case, from 1 on without a hole.
  number      integer NOT NULL CHECK (number > 0),
  id          uuid    NOT NULL UNIQUE,
  type        text    NOT NULL,
  occurred_at text    NOT NULL,
  data        json    NOT NULL,
  UNIQUE (case_id, number)
);
CREATE INDEX case_event_of_instant ON case_event (occurred_at);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON case_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
