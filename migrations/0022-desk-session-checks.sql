-- One request at a time asks the provider again who the person of a session is. Whether it must is told by the sealed part.
ALTER TABLE desk_session ADD COLUMN check_begun_at timestamptz;
