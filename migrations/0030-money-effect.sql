-- The fence: what money was ever begun to be sent under a reference, in which attempt, and what became of it. Rows are only
-- ever added, and the last one of a reference counts. It takes the place of an earlier table that was never deployed.
DROP TABLE IF EXISTS money_effect;

CREATE TABLE money_effect (
  reference   text    NOT NULL,
  sequence    integer NOT NULL CHECK (sequence > 0),
  kind        text    NOT NULL,
  -- Of everything that must be the same whenever it is sent under this reference.
  digest      text    NOT NULL,
  -- The run of the case that may send it; another one must look at the bank first.
  run_id      text    NOT NULL,
  -- The attempt that is about to send it.
  activity_id text,
  attempt     integer,
  -- The mark of the last send: a run that does not know it was restored from an older copy of Temporal's database.
  sent_at     text,
  maker       text,
  -- A MAC of the account that pays: enough to add up, no account number.
  account     text    NOT NULL,
  -- In Lagos.
  day         text    NOT NULL,
  -- The loan whose mandate a charge is made under.
  mandate     text,
  amount      bigint  NOT NULL CHECK (amount >= 0),
  -- begun: it may have been sent; doubted: another run may have sent it; took: the bank has answered that it took so much;
  -- refused: the bank has refused it in words that do not say whether it took it; unsent: the bank took nothing of it.
  state       text    NOT NULL CHECK (state IN ('begun', 'doubted', 'took', 'refused', 'unsent')),
  -- Under a key that the database never sees: a row that no worker has written says nothing.
  key_id      text    NOT NULL,
  signature   text    NOT NULL,
  PRIMARY KEY (reference, sequence)
);

CREATE INDEX money_effect_of_maker ON money_effect (maker, day);
CREATE INDEX money_effect_of_account ON money_effect (account, day);
CREATE INDEX money_effect_of_mandate ON money_effect (mandate) WHERE mandate IS NOT NULL;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON money_effect
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Nobody can leave a hole, or take the places of rows that are still to come.
CREATE FUNCTION require_next_effect() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM money_effect WHERE reference = NEW.reference) THEN
    RAISE EXCEPTION 'a row of money_effect must be the next one of its reference' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER next_of_reference BEFORE INSERT ON money_effect
  FOR EACH ROW EXECUTE FUNCTION require_next_effect();
