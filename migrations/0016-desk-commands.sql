-- Commands that wait until their person has logged in for them, and what became of them: for minutes.
CREATE TABLE desk_command (
  subject     text        NOT NULL,
  request_id  text        NOT NULL,
  kind        text        NOT NULL,
  reference   text        NOT NULL,
  workflow_id text        NOT NULL,
  command     text        NOT NULL,
  -- As it will be sent, but for the login: fields, act and salt.
  message     jsonb       NOT NULL,
  receipt     jsonb,
  refusal     text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject, request_id)
);
-- The login under way is for the act of this request.
ALTER TABLE desk_login ADD COLUMN request_id text;
