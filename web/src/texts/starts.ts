/** Forms that start a loan or a payout. */
export const starts = {
  loanAbout:
    'Everything that is known when the loan starts. The draft is kept while you work; personal data never on this machine’s disk.',
  steps: 'Steps',
  step: (place: number, all: number, title: string) => `Step ${place} of ${all}: ${title}`,
  loanSteps: {
    loan: 'Loan',
    borrower: 'Borrower',
    business: 'Business',
    accounts: 'Statement and account',
    terms: 'Terms and repayment',
  },
  documentsLater: 'Documents are dropped on the page of the loan, which opens once it is started.',
  next: 'Next step',
  back: 'Back',
  startLoan: 'Start the loan',
  startPayout: 'Start the payout',
  newPayout: 'New payout',
  payoutAbout:
    'The account is looked up at the bank before anything is sent; a name that does not fit comes back to you.',
  askName: 'Ask the bank for the name',
  askNameAbout: 'It takes one of the few calls that the bank allows: ask once both are complete.',
  clearDraft: 'Empty the form',
  wrong: 'Some fields need another look; they are marked.',
  schema: 'the form',
} as const;
