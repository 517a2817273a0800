/** What a person has signed for charges that nobody can know in advance. */
export interface ChargeMandate {
  /** The most that one charge may take, in kobo. */
  readonly eachKobo: number;
  /** The last day in Lagos (YYYY-MM-DD) on which it holds; without one, until the loan is repaid. */
  readonly until?: string | undefined;
}

/** What a loan is charged with interest and fees stays well below. */
const USUAL_FACTOR = 2;

/** The mandate of a person who has signed a loan that is to be charged, and has said no more about it. */
export const usualMandate = (loanKobo: number): ChargeMandate => ({ eachKobo: USUAL_FACTOR * loanKobo });
