-- Writes of the last days by their idempotency keys: what was asked, and what it was answered, sealed as sessions are.
CREATE TABLE desk_request (
  subject    text        NOT NULL,
  request_id text        NOT NULL,
  sealed     text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject, request_id)
);
CREATE INDEX desk_request_age ON desk_request (created_at);
