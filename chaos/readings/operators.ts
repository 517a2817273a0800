import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { Role } from '../../src/domain/case/commands';
import type { BankState } from '../../sandbox/bank-state';
import { boardResolution } from '../payouts';
import type { NewCase } from './cases';

/** What a person tells a case. */
export interface Told {
  readonly command: string;
  readonly role: Role;
  /** Its fields; another actor than the role's usual one among them, where it must be. */
  readonly fields?: object;
  /** How often it is told in all; once, when left out. */
  readonly times?: number;
}

const GUARANTOR = {
  firstName: 'Test',
  lastName: 'Guarantor',
  phone: '08000000001',
  email: 'guarantor@example.com',
};
const tell = (command: string, role: Role, fields: object = {}): Told => ({ command, role, fields });

/** People believe that there need be none; the bank asks for one, sends it back, and takes the next. */
const { tag: _known, ...BOARD_RESOLUTION } = boardResolution();
const BOARD_RESOLUTIONS = [
  tell('skip', 'supervisor', { reason: 'NOT_REQUIRED' }),
  { ...tell('submitBoardResolution', 'borrower', BOARD_RESOLUTION), times: 2 },
];

/** What a case asks for on its usual way, each to be told once; nothing when it asks for nothing. */
export function usualAnswers({ withdrawnIn, unanswered }: NewCase, now: CaseSnapshot): Told[] {
  const { commands, facts, stage } = now;
  if (stage === withdrawnIn && commands.includes('withdraw'))
    return [tell('withdraw', 'borrower', { reason: 'BORROWER_REQUEST' })];
  if (commands.includes('approve') && facts.digest !== undefined)
    return [tell('approve', 'supervisor', { expectedDigest: facts.digest })];
  if (unanswered && stage === 'OFFER') return [];
  const answers = [
    tell('createAnotherRecord', 'officer', { reason: 'OTHER_PERSON' }),
    tell('closeAsRejected', 'officer', { reason: 'KYC_FAILED' }),
    tell('acceptOffer', 'borrower'),
    tell('agreeToTerms', 'borrower'),
    tell('addGuarantor', 'borrower', GUARANTOR),
    ...(stage === 'BOARD_RESOLUTION' ? BOARD_RESOLUTIONS : []),
  ];
  return answers.filter(({ command }) => commands.includes(command));
}

/** A second person confirms what was proposed. */
export const confirmation = (expectedDigest: string): Told =>
  tell('confirmProposal', 'supervisor', { actor: 'second-1', expectedDigest });

/** What people try on a case that needs attention, in this order. They look up at the bank what they must say. */
const remedies = (one: NewCase, now: CaseSnapshot, bank: BankState): Told[] => [
  tell('retry', 'operator'),
  ...(now.stage === 'POST_OFFER_KYC' ? [tell('submitBoardResolution', 'borrower', BOARD_RESOLUTION)] : []),
  tell('correctBankStatement', 'officer', {
    sortCode: '901',
    accountNumber: '0123456780',
    phone: '08000000001',
  }),
  tell('resolveCharge', 'supervisor', { ...outcomeOfCharge(now, bank), evidence: 'statement 17' }),
  tell('resolveAttention', 'supervisor', {
    outcome: now.stage === 'CLOSING' ? 'NOT_DISBURSED' : outcomeOfPayout(one.wanted.reference, bank),
    evidence: 'statement 17',
  }),
  tell('confirmName', 'supervisor', { reason: 'KNOWN_ALIAS' }),
  tell('acceptRows', 'supervisor', { rows: '1-3', reason: 'KNOWN_ALIAS' }),
  tell('release', 'supervisor', { reason: 'CHECKED' }),
  tell('abandon', 'supervisor', { reason: 'NO_LONGER_NEEDED' }),
  tell('closeEnrolment', 'officer', { reason: 'NO_RESPONSE' }),
  tell('skip', 'supervisor', { reason: 'NOT_REQUIRED' }),
  tell('closeAsExpired', 'officer'),
  tell('withdraw', 'officer', { reason: 'OTHER' }),
  tell('cancel', 'supervisor', { reason: 'NO_LONGER_NEEDED' }),
];

/** How often people try one thing before they try the next; every charge is a question of its own. */
const triesOf = (command: string) => (command === 'resolveCharge' ? Infinity : 2);
/** How long attention stands before people do more than try again: many a thing goes on by itself. */
const PATIENCE_MS = 24 * 3_600_000;

/** The next thing to try; nothing when all was tried, or when the case needs no help. */
export function remedy(
  one: NewCase,
  now: CaseSnapshot,
  bank: BankState,
  tried: (command: string) => number,
): Told | undefined {
  const { attention, commands } = now;
  if (!attention) return undefined;
  const isLong = bank.clock.now() - Date.parse(attention.since) >= PATIENCE_MS;
  return remedies(one, now, bank).find(
    ({ command }) =>
      commands.includes(command) && tried(command) < triesOf(command) && (isLong || command === 'retry'),
  );
}

/** What a statement of the bank shows about a payout. */
export function outcomeOfPayout(reference: string, { committed }: BankState): string {
  const effects = committed.list({ key: reference }).map(({ effect }) => effect);
  if (effects.includes('payout-reversed')) return 'MONEY_RETURNED';
  if (effects.includes('payout-failed')) return 'NEVER_SENT';
  if (effects.includes('payout-succeeded')) return 'MONEY_ARRIVED';
  return effects.length === 0 ? 'NEVER_SENT' : 'STILL_OPEN';
}

/** Whether the latest charge of a loan was taken, and how much of it, by the bank's own log. */
function outcomeOfCharge({ facts }: CaseSnapshot, { committed, repayments }: BankState): object {
  const latest = repayments.all().findLast(({ loanId }) => loanId === facts.loanId);
  const [taken] = latest ? committed.list({ effect: 'repayment', key: latest.reference }) : [];
  return taken ? { outcome: 'TAKEN', amountKobo: taken.amountKobo } : { outcome: 'NOT_TAKEN' };
}
