import type { Authorisation } from '../case/send-authorisation';
import { code, type CommandRow } from '../case/commands';
import type { Fields, Payload } from '../case/fields';
import type { PayoutInput } from './input';

/** Adoption of a payout that was ended by force. It is not a command of a case, since no case runs. */
export const adoption = {
  summary: 'Take up a payout that was ended by force: the bank is asked what it has before anything is sent',
  roles: ['operator', 'supervisor'],
  stages: [],
  fields: { reason: code('Why it was ended', ['MISTAKE', 'STUCK', 'INCIDENT', 'OTHER']) },
} as const satisfies CommandRow;

/** The input fields of a run that adopts a payout. */
export const adoptionFields = {
  runId: { kind: 'reference', about: "Temporal's id of the run that was ended" },
  actor: { kind: 'reference', about: 'Who adopts it: an opaque user id' },
  role: { kind: 'code', values: adoption.roles, about: 'In which role' },
  note: { kind: 'text', max: 500, optional: true, about: 'A note for the timeline' },
  ...adoption.fields,
} as const satisfies Fields;

export type Adoption = Payload<typeof adoptionFields>;

/** The one order that earlier runs sent, perhaps several times, with its beneficiary as it was sent. */
export interface EarlierOrder extends Readonly<PayoutInput['beneficiary']> {
  /** Kobo; missing where the bank decides the amount (a flush). */
  readonly amountKobo?: number;
  /** As it was sent, with the reference; a flush has none. */
  readonly remark?: string;
  /** When it was first sent, real time, ISO 8601. */
  readonly sentAt: string;
  /** The proof that it might be sent; missing where messages named their own actors. */
  readonly authorisation?: Authorisation | undefined;
}

/** The facts that the history of the earlier runs proves. */
export interface EarlierRun {
  /** The input of the first run, as its caller gave it. */
  readonly given: unknown;
  /** Missing if no worker was ever told to send, so that nothing was sent. */
  readonly order?: EarlierOrder;
}
