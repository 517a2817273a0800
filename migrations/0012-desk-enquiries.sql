-- How often each person at the desk has asked the bank for a name since an instant: not for which account.
CREATE TABLE desk_enquiry (
  subject text        PRIMARY KEY,
  since   timestamptz NOT NULL DEFAULT now(),
  asked   integer     NOT NULL DEFAULT 1
);
