-- The audit: one chain of entries for each case. Who may write it can add to it and change nothing.
CREATE SEQUENCE audit_position;

CREATE TABLE audit_entry (
  case_id       text    NOT NULL,
  sequence      integer NOT NULL CHECK (sequence > 0),
  position      bigint  NOT NULL UNIQUE,
  entry_key     text    NOT NULL,
  at            text    NOT NULL,
  kind          text    NOT NULL,
  what          text    NOT NULL,
  actor         text,
  role          text,
  request_id    text,
  act           text,
  detail_digest text,
  key_id        text    NOT NULL,
  previous_hash text    NOT NULL,
  hash          text    NOT NULL,
  signature     text    NOT NULL,
  PRIMARY KEY (case_id, sequence),
  UNIQUE (case_id, entry_key)
);

-- Apart from the chain, which holds a salted digest of it, so that it can be erased without breaking the chain.
CREATE TABLE audit_detail (
  case_id  text    NOT NULL,
  sequence integer NOT NULL,
  salt     text    NOT NULL,
  content  text    NOT NULL,
  PRIMARY KEY (case_id, sequence)
);

-- The heads of all cases, signed.
CREATE TABLE audit_checkpoint (
  number integer PRIMARY KEY CHECK (number > 0),
  signed text    NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unchangeable BEFORE UPDATE OR TRUNCATE ON audit_detail
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
