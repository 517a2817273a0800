-- The fence: what money was ever begun to be sent under a reference, and what it counts for in the limits.
CREATE TABLE money_effect (
  reference text   PRIMARY KEY,
  kind      text   NOT NULL,
  -- Of everything that must be the same whenever it is sent under this reference.
  digest    text   NOT NULL,
  -- The run of the case that may send it; another one must look at the bank first.
  run_id    text   NOT NULL,
  maker     text,
  -- A MAC of the account that pays: enough to add up, no account number.
  account   text   NOT NULL,
  -- In Lagos.
  day       text   NOT NULL,
  -- The loan whose mandate a charge is made under.
  mandate   text,
  amount    bigint NOT NULL CHECK (amount >= 0),
  -- begun: it may have been sent; doubted: another run may have sent it; unsent: the bank took nothing of it.
  state     text   NOT NULL CHECK (state IN ('begun', 'doubted', 'unsent'))
);

CREATE INDEX money_effect_of_maker ON money_effect (maker, day);
CREATE INDEX money_effect_of_account ON money_effect (account, day);
CREATE INDEX money_effect_of_mandate ON money_effect (mandate) WHERE mandate IS NOT NULL;

CREATE TRIGGER lasting BEFORE DELETE OR TRUNCATE ON money_effect
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
