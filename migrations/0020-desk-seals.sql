-- Who a session is of, and which command waits for a login, is sealed under a key that the database never sees: a row that
-- somebody wrote or changed here opens nothing. Sessions and commands from before end.
DELETE FROM desk_session;
ALTER TABLE desk_session DROP COLUMN name, DROP COLUMN roles, DROP COLUMN branch, DROP COLUMN logged_in_at,
  ADD COLUMN sealed text NOT NULL;
DELETE FROM desk_command;
ALTER TABLE desk_command DROP COLUMN kind, DROP COLUMN reference, DROP COLUMN workflow_id, DROP COLUMN command,
  DROP COLUMN message, DROP COLUMN receipt, DROP COLUMN refusal, ADD COLUMN sealed text NOT NULL;
