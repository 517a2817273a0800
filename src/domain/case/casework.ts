import { text, type CommandTable } from './commands';

/** The roles that answer for the borrower. */
export const ANSWERING = ['officer', 'supervisor', 'borrower'] as const;
/** The roles that decide about a loan. */
export const STAFF = ['officer', 'supervisor'] as const;
/** The roles that keep a loan moving. */
export const STAFF_AND_OPERATOR = [...STAFF, 'operator'] as const;

/** The roles that steer what moves money. */
export const OPERATORS = ['operator', 'supervisor'] as const;

/** Commands that only touch the case itself, in the stages of a case that still runs. */
export const casework = (stages: readonly string[]) =>
  ({
    addNote: {
      summary: 'Add a note to the timeline',
      roles: STAFF_AND_OPERATOR,
      stages,
      fields: { text: text('The note', 2000) },
    },
    assign: {
      summary: 'Say who looks after this case',
      roles: STAFF,
      stages,
      fields: { assignee: { kind: 'reference', about: 'An opaque user id' } },
    },
  }) as const satisfies CommandTable;

/** Where a case stands: what a person says about that holds no longer once it stands elsewhere. */
export const STANDING = {
  stage: text('The stage', 80),
  since: text('Since when it is in this stage', 40),
  finding: { ...text('Why it needs a person', 2000), optional: true },
} as const;

/** The answer to a refused step. */
export const retrying = <const S extends readonly string[]>(stages: S) =>
  ({
    retry: {
      summary: 'Try again what was refused',
      roles: STAFF_AND_OPERATOR,
      stages,
      answers: true,
      fields: {},
    },
  }) as const satisfies CommandTable;
