-- The day on which a loan was disbursed, for lists of a month.
-- All cases are read once more; what is known of them stays.
ALTER TABLE case_summary ADD COLUMN disbursed_at timestamptz;
CREATE INDEX case_summary_in_order_of_change ON case_summary (changed_at, kind, reference);
UPDATE case_watch SET complete_at = NULL, changes_to = NULL, holder = NULL WHERE name = 'cases';
