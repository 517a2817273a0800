import type { SchemaField } from '../../schema/fields';

/** The steps of the form, in order. */
export const STEPS = ['loan', 'borrower', 'business', 'accounts', 'terms'] as const;
export const STEP_NAMES = {
  loan: 'Loan',
  borrower: 'Borrower',
  business: 'Business',
  accounts: 'Statement and account',
  terms: 'Terms and repayment',
} as const;
export type StepName = (typeof STEPS)[number];

/** Which part of the file belongs to which step; what is new in the schema comes with the first. */
const PARTS: readonly (readonly [RegExp, StepName | undefined])[] = [
  // Clocks and deadlines are for tests and programs.
  [/^(clock|policy\.deadlines)(\.|$)/, undefined],
  [/^customer\./, 'borrower'],
  [/^underwriting\./, 'business'],
  [/^(bankStatement|disbursementAccount)\./, 'accounts'],
  [/^policy\./, 'terms'],
];

/** The step of a field; none where a person at the desk does not fill it in. */
export const stepOf = ({ path }: SchemaField): StepName | undefined => {
  const part = PARTS.find(([pattern]) => pattern.test(path));
  return part ? part[1] : 'loan';
};
