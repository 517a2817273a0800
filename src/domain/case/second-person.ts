import type { Approval, ApprovalRule } from './approval';
import { code, type CommandTable, type Role } from './commands';

/** What the policy says about one command. */
export interface CommandRule {
  /** Who may give it, of the roles that its table names; all of them where missing. */
  readonly roles?: readonly Role[] | undefined;
  /** How many others must agree before it takes effect, by the amount at stake. */
  readonly confirmations: readonly ApprovalRule[];
}

/** What the policy says about the commands that it names. */
export type CommandRules = Readonly<Record<string, CommandRule>>;

/** One other person in one of these roles, whatever the amount. */
export const oneOther = (roles: readonly Role[]): readonly ApprovalRule[] => [
  { fromKobo: 0, approvals: 1, roles },
];

/** A command that takes effect once others have agreed to it. */
export interface Proposal {
  readonly command: string;
  /** Who proposed it, and in which role. */
  readonly by: string;
  readonly role: Role;
  /** Its fields, without personal data. */
  readonly what: string;
  readonly approval: Approval;
  /** When it lapses, business time, ISO 8601. */
  readonly until: string;
}

const CONFIRMING = ['officer', 'supervisor', 'operator', 'approver'] as const;
const expectedDigest = { kind: 'sha256', about: 'The digest of the proposal; the case shows it' } as const;

/** What a second person may say to what a first one has proposed, in the stages of a case that still runs. */
export const secondPerson = <const S extends readonly string[]>(stages: S) =>
  ({
    confirmProposal: {
      summary: 'Agree to a command that needs a second person, as it stands under its digest',
      roles: CONFIRMING,
      stages,
      fields: { expectedDigest },
    },
    refuseProposal: {
      summary: 'Refuse a command that needs a second person: it takes no effect',
      roles: CONFIRMING,
      stages,
      fields: { expectedDigest, reason: code('Why', ['WRONG', 'NOT_JUSTIFIED', 'WITHDRAWN', 'OTHER']) },
    },
  }) as const satisfies CommandTable;
