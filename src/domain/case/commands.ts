import type { Field, Fields, Payload, Subject } from './fields';
import type { TogetherAct } from './proof';

/** The roles in which people steer cases. */
export const ROLES = ['officer', 'supervisor', 'borrower', 'operator', 'approver'] as const;
export type Role = (typeof ROLES)[number];

/** One command that a person may give to a running case. */
export interface CommandRow {
  readonly summary: string;
  readonly roles: readonly Role[];
  /** The stages in which it is allowed. */
  readonly stages: readonly string[];
  /** A sentence that says what to do instead in other stages. */
  readonly instead?: string;
  /** Its proposal stands whatever else changes in the case meanwhile. */
  readonly stands?: true;
  /** An answer: the case takes only the first one, while it asks. Other commands take effect at once. */
  readonly answers?: true;
  /** It ends the case, or refuses a part of it. The desk never recommends it. */
  readonly ends?: true;
  /** It overrules what was found, so that a person must choose it. The desk never recommends it. */
  readonly overrules?: true;
  readonly fields: Fields;
  /** The facts of the case that it is about: a proposal fixes them and shows them to the second person. */
  readonly subject?: Fields;
}

export type CommandTable = Readonly<Record<string, CommandRow>>;

/** Whether a command hands in a document: people give one file in place of its path and digest. */
export const takesDocument = ({ fields }: Pick<CommandRow, 'fields'>): boolean =>
  fields.path !== undefined && fields.sha256 !== undefined;

/** Fields that every command has. */
export const commandFields = (stages: readonly string[]) =>
  ({
    requestId: {
      kind: 'reference',
      optional: true,
      about: 'Your id of this request; a repeat of the same id changes nothing. Default: the update id',
    },
    actor: { kind: 'reference', about: 'Who asks: an opaque user id' },
    role: code('In which role', ROLES),
    expectedStage: optional(code('Refuse unless the case is still in this stage', stages)),
    expectedChanges: optional(
      whole('Refuse unless changed, held back or sent this often: `changes` of `show --json`', 0, 1_000_000),
    ),
    note: optional(text('A note for the timeline', 500)),
  }) as const satisfies Fields;

/** What every command carries, whatever it does. */
export type CommandEnvelope = Payload<ReturnType<typeof commandFields>> & {
  readonly role: Role;
  /** Proof of the act that gives it; missing where a message names its own actor. */
  readonly proof?: TogetherAct;
  /** The subject that other people were shown when they confirmed it. */
  readonly about?: Subject;
};

/** A command that was accepted, with its own fields. */
export type Command<T extends CommandTable, N extends keyof T> = CommandEnvelope & {
  readonly name: N;
} & Payload<T[N]['fields']>;

/** The reply to the sender of an update. */
export interface CommandReceipt {
  readonly requestId: string;
  readonly command: string;
  readonly stage: string;
  readonly acceptedAt: string;
  /** Whether the same request had been accepted before, so that this one changed nothing. */
  readonly repeated: boolean;
  /** The digest of the proposal, if a second person has to confirm it first. */
  readonly proposed?: string;
}

/** Reads better in a table than an object with a kind. */
export const text = <const M extends number>(about: string, max: M) =>
  ({ kind: 'text', max, about }) as const satisfies Field;
export const code = <const V extends readonly string[]>(about: string, values: V) =>
  ({ kind: 'code', values, about }) as const satisfies Field;
export const whole = (about: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  ({ kind: 'integer', min, max, about }) as const satisfies Field;
export const digits = (about: string, min: number, max = min) =>
  ({ kind: 'digits', min, max, about }) as const satisfies Field;
export const sha256 = (about: string) => ({ kind: 'sha256', about }) as const satisfies Field;
export const optional = <const F extends Field>(field: F) => ({ ...field, optional: true }) as const;
export const personal = <const F extends Field>(field: F) => ({ ...field, personal: true }) as const;

/** The roles that answer for the borrower. */
export const ANSWERING = ['officer', 'supervisor', 'borrower'] as const;
/** The roles that decide about a loan. */
export const STAFF = ['officer', 'supervisor'] as const;
/** The roles that keep a loan moving. */
export const STAFF_AND_OPERATOR = [...STAFF, 'operator'] as const;

/** The roles that steer what moves money. */
export const OPERATORS = ['operator', 'supervisor'] as const;

/** The personal numbers that the desk shows in full only when an officer asks. */
export const IDENTITY_NUMBERS = ['bvn', 'nin'] as const;

/** The command `addNote` for these roles, in the stages of a running case. */
export const noting = <const R extends readonly Role[]>(roles: R, stages: readonly string[]) =>
  ({
    addNote: {
      summary: 'Add a note to the timeline',
      roles,
      stages,
      fields: { text: text('The note', 2000) },
    },
  }) as const satisfies CommandTable;

/** Commands that touch only the case itself, in the stages of a running case. */
export const casework = (stages: readonly string[]) =>
  ({
    ...noting(STAFF_AND_OPERATOR, stages),
    assign: {
      summary: 'Say who looks after this case',
      roles: STAFF,
      stages,
      fields: { assignee: { kind: 'reference', about: 'A person who has logged in at the desk' } },
    },
    // It changes nothing and returns no number: the audit records who was shown it.
    revealNumber: {
      summary: 'Have the BVN or NIN shown in full at the desk',
      roles: STAFF,
      stages,
      fields: { number: code('Which one', IDENTITY_NUMBERS) },
    },
  }) as const satisfies CommandTable;

/** The situation that a person's statement is about; once the situation changes, the statement is void. */
export const STANDING = {
  stage: text('The stage', 80),
  since: text('Since when it is in this stage', 40),
  finding: optional(text('Why it needs a person', 2000)),
} as const;

/** The answer to a refused step. */
export const retrying = <const R extends readonly Role[], const S extends readonly string[]>(
  roles: R,
  stages: S,
) =>
  ({
    retry: {
      summary: 'Try again what was refused, with what the case has now',
      roles,
      stages,
      answers: true,
      fields: {},
    },
  }) as const satisfies CommandTable;
