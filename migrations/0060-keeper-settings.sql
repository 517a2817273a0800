-- What the keeper goes by that all workers must have in common, by variable: names and fingerprints, no secret. Others compare.
ALTER TABLE bank_keeper ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';
