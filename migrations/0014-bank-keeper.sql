-- Of several workers of a namespace one calls the bank at a time: the keeper. A row for each namespace.
CREATE TABLE bank_keeper (
  namespace   text        PRIMARY KEY,
  -- A random name of the process; empty once it has released the lease.
  holder      text,
  -- For people: which process that is.
  worker      text        NOT NULL,
  -- One more with each keeper, and one more with each sign of life.
  fence       bigint      NOT NULL,
  beat        bigint      NOT NULL,
  -- Until when the keeper knew the bank's window to be used up.
  spent_until timestamptz NOT NULL,
  renewed_at  timestamptz NOT NULL
);
