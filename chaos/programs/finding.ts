/** What must hold, whatever happens. */
export const rules = {
  once: 'one reference has one effect, and nothing is taken beyond what is due',
  truth: "a case's last word is the bank's truth",
  exit: 'every case ends, or asks a person who can help',
  alive: 'no workflow task fails, and every query answers',
  no: 'an accepted "no" holds',
  limits: 'limits hold over everything that leaves',
  comparison: 'the comparisons name the differences that the books have',
  figures: 'every figure and sentence is what the books have',
  pace: 'no borrower is charged more often than the policy lets one',
  audit: 'the records hold every accepted command, and every send with its attempt',
} as const;
type Rule = keyof typeof rules;

/** One thing that is wrong. */
export interface Finding {
  readonly rule: Rule;
  /** The case, or the reference. */
  readonly about: string;
  readonly what: string;
}
