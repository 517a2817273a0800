-- The mark of the last send under a reference. A run that does not know it was restored from an older copy of Temporal's
-- database, and must look at the bank first.
ALTER TABLE money_effect ADD COLUMN sent_at text;
