import type { QueryDefinition, SignalDefinition, UpdateDefinition } from '@temporalio/common';
import type { Payee } from '../batch/approved-rows';
import type { RowResult } from '../batch/validation-results';
import type { CommandReceipt } from '../case/commands';
import type { CaseDetails, IdentityNumbers } from '../case/details';
import type { CaseSnapshot } from '../case/snapshot';
import type { Identity } from '../enrolment/identity';
import type { JoinedResult } from '../enrolment/stages';
import type { ReturnedMoney } from '../payout/returned-money';
import type { ReconciliationReport } from '../reconciliation/report';
import type { Instalment, TakenCharge } from '../repayment/instalments';

const query = <R>(name: string) => ({ type: 'query', name }) as QueryDefinition<R>;
const signal = <A extends unknown[] = []>(name: string) => ({ type: 'signal', name }) as SignalDefinition<A>;

/** The whole state of a case, for people and programs. Every case answers it. */
export const caseQuery = query<CaseSnapshot>('case');

/** The input of a case with its changes; `undefined` until it is parsed. It holds personal data. */
export const detailsQuery = query<CaseDetails | undefined>('details');

/** The BVN and NIN of the person of a case in full, corrections included; `undefined` until its input is parsed. */
export const identityNumbersQuery = query<IdentityNumbers | undefined>('identityNumbers');

/** The content of the open approval's digest; `undefined` if none is open. It holds personal data. */
export const approvalContentQuery = query<unknown>('approvalContent');

/** The content of each digest of a command that waits for a second person. */
export const proposalContentsQuery = query<readonly unknown[]>('proposalContents');

/** The charges that a loan in repayment has taken from the borrower's account, for reconciliation. */
export const chargesQuery = query<TakenCharge[]>('charges');

/** The instalments of a loan in repayment, as the case knows them. */
export const scheduleQuery = query<readonly Instalment[]>('schedule');

/** The report of a reconciliation; `undefined` while it compares for the first time. */
export const reportQuery = query<ReconciliationReport | undefined>('report');

/** The state of every row, as known to the batch or the chunk that answers. */
export const rowsQuery = query<RowResult[]>('rows');

/** The rows that a batch is to pay, a page from this place on. They hold personal data. */
export const payeesQuery = { type: 'query', name: 'payees' } as QueryDefinition<readonly Payee[], [number]>;

/** Money of a case may have moved: the case asks the bank now, and does not believe the sender. */
export const notifiedSignal = signal('notified');

/** Money of a payout came back, as far as the bank shows: on this evidence, the word SUCCESS ends nothing. */
export const returnedSignal = signal<[ReturnedMoney]>('returned');

/** An activity of a case repeats without progress, because of failures of this type. */
export const stalledSignal = signal<[{ failureType: string; activity: string }]>('stalled');

/** A poll of a case saw a word of the bank that the document does not have; carries a sentence. */
export const unknownWordSignal = signal<[{ sentence: string }]>('unknownWord');

/** A loan asks a running enrolment to tell it how it ends, and whether it is that of the loan's customer. */
export const joinEnrolmentSignal = signal<[{ workflowId: string; customer: Identity }]>('joinEnrolment');

/** An enrolment tells the loans that wait for it why it needs a person; `null` once it does not. */
export const enrolmentAttentionSignal = signal<[{ cause: string | null }]>('enrolmentAttention');

/** An enrolment tells a loan that joined it how it ended. */
export const enrolmentSettledSignal = signal<[JoinedResult]>('enrolmentSettled');

/** A batch tells a chunk how to go on: a `ChunkControl`, to be checked, since any client can send the signal. */
export const chunkControlSignal = signal<[unknown]>('chunkControl');

/** A chunk tells its batch how far it is: a `ChunkReport`, to be checked as well. */
export const chunkReportSignal = signal<[unknown]>('chunkReport');

const INTERNAL: readonly string[] = [
  chunkControlSignal,
  chunkReportSignal,
  enrolmentAttentionSignal,
  enrolmentSettledSignal,
  joinEnrolmentSignal,
  stalledSignal,
  unknownWordSignal,
].map(({ name }) => name);

/** Whether only workers send the signal: one case to another, or an activity to its case. */
export const isInternalSignal = (name: string): boolean => INTERNAL.includes(name);

/** A command of the tables in `domain` as an update, which the case answers with a receipt or refuses. */
export const commandUpdate = (command: string) =>
  ({ type: 'update', name: command }) as UpdateDefinition<CommandReceipt, [unknown]>;

/** The same command as a signal, for senders that have only signals: the timeline notes a refusal. */
export const commandSignal = (command: string) => signal<[unknown]>(command);
