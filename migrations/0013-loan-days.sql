-- What was disbursed of each loan, and repaid, as the desk saw it: a row for each day on which that changed, with the sums
-- up to then. The first row of a loan, at the beginning of time, is what the desk found.
CREATE TABLE loan_day (
  reference      text   NOT NULL,
  day            date   NOT NULL,
  disbursed_kobo bigint NOT NULL,
  repaid_kobo    bigint NOT NULL,
  PRIMARY KEY (reference, day)
);
