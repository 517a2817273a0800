-- An entry is the next one of its case and of the audit, whoever adds it: nobody can take a place that is still to come.
CREATE FUNCTION require_next_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_sequence integer;
  last_hash text;
BEGIN
  SELECT sequence, hash INTO last_sequence, last_hash FROM audit_entry
    WHERE case_id = NEW.case_id ORDER BY sequence DESC LIMIT 1;
  IF NEW.sequence <> coalesce(last_sequence, 0) + 1
    OR NEW.previous_hash <> coalesce(last_hash, '')
    OR NEW.position <> currval('audit_position') THEN
    RAISE EXCEPTION 'an entry must be the next one of its case' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER next_of_case BEFORE INSERT ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION require_next_entry();
