-- By which Temporal's Web UI has payloads decrypted in the name of a session: the digest of a part of an address.
ALTER TABLE desk_session ADD COLUMN codec_digest text UNIQUE;
