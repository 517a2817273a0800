-- Of each loan in repayment, what is unpaid and by which clock its days count. All cases are read once more; what is known of
-- them stays.
ALTER TABLE case_summary ADD COLUMN unpaid jsonb;
UPDATE case_watch SET complete_at = NULL, changes_to = NULL, holder = NULL WHERE name = 'cases';
