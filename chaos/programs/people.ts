import { batchCommands } from '../../src/domain/batch/commands';
import type { CommandTable, Role } from '../../src/domain/case/commands';
import type { Field } from '../../src/domain/case/fields';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { enrolmentCommands } from '../../src/domain/enrolment/commands';
import { loanCommands } from '../../src/domain/loan/commands';
import { payoutCommands } from '../../src/domain/payout/commands';
import { limitsCommands } from '../../src/domain/transfer-limits/commands';
import { reconciliationCommands } from '../../src/domain/reconciliation/stages';
import { repaymentCommands } from '../../src/domain/repayment/commands';
import type { BankState } from '../../sandbox/bank-state';
import { outstandingKobo } from '../../sandbox/lending/loan';
import { outcomeOfPayout } from '../readings/operators';

const tables: Readonly<Partial<Record<string, CommandTable>>> = {
  payout: payoutCommands,
  flush: payoutCommands,
  batch: batchCommands,
  limits: limitsCommands,
  repayment: repaymentCommands,
  loan: loanCommands,
  enrolment: enrolmentCommands,
  reconciliation: reconciliationCommands,
};

/** What a person tells a case. */
export interface Said {
  readonly command: string;
  readonly actor: string;
  readonly role: Role;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Who speaks, and what they choose where a command leaves a choice. */
interface Speaker {
  readonly person: number;
  readonly choice: number;
}

/** All commands of a kind of case, offered now or not. */
export const commandsOf = (kind: string): string[] => Object.keys(tables[kind] ?? {});

/** What changes nothing but the timeline. */
export const REMARKS: readonly string[] = ['addNote', 'assign', 'quote', 'recordPromise'];

/**
 * A command as a person gives it who looks at the case and, for evidence, at the bank; `undefined` if an honest person
 * cannot say it now.
 */
export function said(
  command: string,
  now: CaseSnapshot,
  bank: BankState,
  { person, choice }: Speaker,
): Said | undefined {
  const row = tables[now.kind]?.[command];
  if (!row) return undefined;
  const role = row.roles[choice % row.roles.length]!;
  const evidence = evidenceFor(command, now, bank);
  if (evidence === 'unknown') return undefined;
  const chosen = Object.entries(row.fields).flatMap(([name, field]) =>
    field.optional && choice % 2 === 0 ? [] : [[name, valueOf(field, now, choice)] as const],
  );
  return {
    command,
    role,
    actor: `${role}-${person}`,
    fields: { ...Object.fromEntries(chosen), ...evidence },
  };
}

function valueOf(field: Field, now: CaseSnapshot, choice: number): unknown {
  switch (field.kind) {
    case 'code':
      return field.values[choice % field.values.length];
    case 'text':
      return 'statement of the bank';
    case 'reference':
      return 'ticket-1';
    case 'integer':
      return Math.max(field.min, Math.min(field.max, [20_000, 30_000, 60_000, 500_000, 1, 2][choice % 6]!));
    case 'digits':
      return '1234567890123456'.slice(0, field.min);
    case 'date':
      return '2031-01-31';
    case 'flag':
      return true;
    case 'sha256':
      return now.proposals?.[0]?.digest ?? now.approval?.digest ?? now.facts.digest;
    case 'rows':
      return ['1', '1-2', '2'][choice % 3];
  }
}

/** What only the bank's own books tell: people look it up there, and say nothing as long as it is open. */
function evidenceFor(command: string, now: CaseSnapshot, bank: BankState): object | 'unknown' | undefined {
  if (command === 'amend')
    return { bankCode: undefined, bankName: undefined, accountNumber: undefined, accountName: undefined };
  if (command === 'resolveCharge') return chargeEvidence(now, bank);
  if (command === 'closeAsRepaid') return repaidEvidence(now, bank);
  if (command !== 'resolveAttention' || now.kind === 'reconciliation') return undefined;
  if (now.kind === 'loan') return loanEvidence(now, bank);
  return { outcome: outcomeOfPayout(now.reference, bank) };
}

function loanEvidence({ facts }: CaseSnapshot, bank: BankState): object {
  const application = bank.applications.get(String(facts.applicationId));
  return application?.loanId
    ? { outcome: 'DISBURSED', loanId: application.loanId }
    : { outcome: 'NOT_DISBURSED', loanId: undefined };
}

function repaidEvidence({ facts }: CaseSnapshot, bank: BankState): object | 'unknown' {
  const loan = bank.loans.get(String(facts.loanId));
  return loan && outstandingKobo(loan) === 0 ? {} : 'unknown';
}

/** Whether the bank took the charge that the case follows, and how much; open as long as the bank has it unsettled. */
function chargeEvidence({ facts: { openCharge } }: CaseSnapshot, bank: BankState): object | 'unknown' {
  if (openCharge === undefined) return 'unknown';
  const found = (effect: string) => bank.committed.list({ effect }).find(({ key }) => key === openCharge);
  const taken = found('repayment');
  if (taken) return { outcome: 'TAKEN', amountKobo: taken.amountKobo };
  const isUnsettled = bank.repayments.all().some(({ reference }) => reference === openCharge);
  return isUnsettled && !found('repayment-failed') ? 'unknown' : { outcome: 'NOT_TAKEN' };
}

/** What moves nothing on. */
const NOTES = new Set([...REMARKS, 'recheck', 'hold', 'pause', 'pauseCharging', 'amend']);

/** What a cooperative operator does at the end, the first that is offered; what ends a case unpaid comes last. */
const HELPFUL = [
  'approve',
  'confirmProposal',
  'release',
  'resume',
  'resumeCharging',
  'resumeApplication',
  'acceptOffer',
  'agreeToTerms',
  'addGuarantor',
  'confirmName',
  'acceptRows',
  'retry',
  'compareAgain',
  'resolveCharge',
  'closeAsRepaid',
  'resolveAttention',
  'correctBankStatement',
  'skip',
  'excludeRows',
  'cancel',
  'abandon',
  'withdraw',
  'closeEnrolment',
  'closeAsRejected',
];
/** How often each is tried before the next. */
const TRIES: Readonly<Record<string, number>> = {
  retry: 3,
  compareAgain: 1,
  approve: 5,
  confirmProposal: 6,
  resolveCharge: 4,
  resolveAttention: 4,
};
/** Answers that a case waits for without any attention. */
const USUAL = [
  'approve',
  'confirmProposal',
  'release',
  'resume',
  'acceptOffer',
  'agreeToTerms',
  'addGuarantor',
  'acceptRows',
];

/** More than this, a cooperative operator never has to say to a case. */
export const HELP_MAX = 20;

/** To these, everybody can say yes once. */
const AGREEING = ['approve', 'confirmProposal'];

/** Whether a case has a command that is more than a note. */
export const canBeMoved = ({ commands }: CaseSnapshot): boolean =>
  commands.some((command) => !NOTES.has(command));

/** What the operator says next who does what the case asks for; `undefined` while it asks for nothing. */
export function helpFor(
  now: CaseSnapshot,
  bank: BankState,
  times: (command: string) => number,
): Said | undefined {
  const { attention, commands, proposals = [] } = now;
  const offered = attention ? commands : commands.filter((command) => USUAL.includes(command));
  const named = attention?.actions.filter((action) => offered.includes(action)) ?? [];
  const inOrder = [
    // Whoever proposes it once more helps nobody: it waits for a second person.
    ...(proposals.length > 0 ? ['confirmProposal'] : []),
    ...HELPFUL.filter((one) => named.includes(one)),
    ...HELPFUL.filter((one) => offered.includes(one)),
  ];
  for (const command of inOrder) {
    if (times(command) >= (TRIES[command] ?? 2)) continue;
    const person = AGREEING.includes(command) ? 20 + times(command) : 8;
    const words = said(command, now, bank, { person, choice: 0 });
    if (words) return rightly(words, now);
  }
  return undefined;
}

/** In a role that may agree. */
function rightly(words: Said, { proposals, approval }: CaseSnapshot): Said {
  const roles =
    words.command === 'confirmProposal'
      ? proposals?.[0]?.roles
      : words.command === 'approve'
        ? approval?.roles
        : undefined;
  const role = (roles?.[0] ?? words.role) as Role;
  return { ...words, role, actor: words.actor.replace(/^[a-z]+/, role) };
}
