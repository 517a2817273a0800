-- Of each case, for whom it waits: the roles of the people who are to act, and the roles that may decide with the people who
-- may not. All cases are read once more; what is known of them stays.
ALTER TABLE case_summary ADD COLUMN for_roles text[] NOT NULL DEFAULT '{}', ADD COLUMN decisions jsonb NOT NULL DEFAULT '[]';
UPDATE case_watch SET complete_at = NULL, changes_to = NULL, holder = NULL WHERE name = 'cases';
