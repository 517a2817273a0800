import type {
  ApprovalItem,
  CasePage,
  CommandBody,
  Kind,
  OfferedCommand,
  PayoutFacts,
  Receipt,
} from '../../../src/desk/contract';
import { leftOf, WITHDRAW } from '../../../src/domain/case/agreement';
import { CHANGED } from '../../../src/domain/payout/order';
import { nairaText } from '../format/money';
import { isHeld } from '../parts/is-held';
import { causeText, counted, inWords, morePeople, spoken, valueText } from '../format/words';

type Sheet = PayoutFacts | ApprovalItem;

/** What was decided about, in a line: amount and payee, or the proposed command, which may change the payee. */
export function aboutOf(item: Sheet): string {
  const amount = item.amountKobo === undefined ? '' : nairaText(item.amountKobo);
  if ('command' in item && item.command !== undefined) {
    const proposed = (name: string) => item.changes?.find((one) => one.name === name)?.to;
    const account = ['accountName', 'accountNumber', 'bankCode'].map(proposed);
    return [inWords(item.command), amount, ...account].filter(Boolean).join(', ');
  }
  const rows = 'rows' in item && item.rows !== undefined ? counted(item.rows, 'row') : '';
  const name = item.resolvedName ?? item.givenName;
  const payee = name === undefined ? '' : `to ${[name, item.bankName].filter(Boolean).join(', ')}`;
  return [[amount, rows].filter(Boolean).join(', '), payee].filter(Boolean).join(' ');
}

/** Fields by which a command changes what its form shows, or that say what it is about. */
const FIELDS = ['amountKobo', 'accountNumber', 'bankCode', 'accountName', 'tag', 'promisedOn'];
/** Commands that decide nothing about the payment that their page shows. */
const REMARKS = ['addNote', 'assign', 'withdraw', 'returnToApplicant', 'resumeApplication', 'quote'];

/** The same of a form; `undefined` if its command decides nothing about that, or changes what the form shows. */
export const aboutOfForm = ({ name, fields }: OfferedCommand, sheet: Sheet | undefined) =>
  sheet === undefined ||
  REMARKS.includes(name) ||
  fields.some(({ name: of, kind }) => FIELDS.includes(of) || kind === 'document')
    ? undefined
    : aboutOf(sheet);

/** The values by which a command changes its case, or the rows that it decides about, in a line. */
export const aboutOfFields = (fields: CommandBody['fields'] = {}): string =>
  Object.entries(fields)
    .filter(([name]) => name === 'rows' || FIELDS.includes(name))
    .map(([name, value]) => [name === 'tag' ? '' : spoken(name), valueText(name, value)].join(' ').trim())
    .join(', ');

/** Whether a command takes back a proposal of the person's own, by its label. */
export const isWithdrawal = (summary: string): boolean => summary === WITHDRAW;

interface Decided {
  readonly kind: Kind;
  readonly summary: string;
  readonly receipt: Receipt;
  readonly digest?: string;
  /** What the form showed, in a line. */
  readonly about?: string;
}

/** What a rejection means, whatever its case shows until it has ended; `undefined` of another command. */
export function rejectionOf({ kind, summary, receipt: { command } }: Decided): string | undefined {
  if (command === 'refuseProposal')
    return isWithdrawal(summary) ? 'Withdrawn, it has no effect' : 'Rejected, it has no effect';
  if (command !== 'reject') return undefined;
  // The bank may have the limits already.
  return kind === 'limits' ? 'Rejected' : 'Rejected, nothing is sent';
}

/** What follows after a decision, as its case says: the approvals it lacks, a hold, its end, attention or wait. */
export function followsIn(shown: CasePage, { kind, receipt, digest, about = '' }: Decided): string {
  const { approvals, payout, stageTitle, ended, attention, waiting, unanswered } = shown;
  if (unanswered !== undefined) return '';
  if (shown.timeline.some(({ at, note }) => at > receipt.acceptedAt && note?.startsWith(CHANGED)))
    return 'It was changed since: look at what it is now.';
  const amount = kind === 'payout' && payout?.amountKobo !== undefined ? nairaText(payout.amountKobo) : '';
  // The receipt names the sum that was rejected.
  const isOther = about.includes('₦') && !about.includes(amount);
  const of = receipt.command === 'refuseProposal' && isOther ? `The payout stays ${amount}. ` : '';
  const atBank = shown.facts.find(({ name }) => name === 'leftAtBank')?.value;
  if (ended) return `${of}The case has ended: ${stageTitle}.${atBank ? ` ${atBank}.` : ''}`;
  if (receipt.command === 'reject') return '';
  const open =
    approvals.find((item) => item.digest === digest) ?? approvals.find(({ what }) => what === 'case');
  const left = leftOf(open?.confirmations ?? '');
  if (receipt.command === 'hold' && payout?.held?.releasedBy !== undefined) return 'It was released since.';
  const missing = [
    left > 0 && `${morePeople(left)} must approve it.`,
    isHeld(payout) && 'It waits until somebody releases it.',
  ].filter(Boolean);
  if (missing.length > 0) return of + missing.join(' ');
  // The last approval has been given, and the case has not gone on yet.
  if (waiting?.for.endsWith('APPROVAL')) return '';
  if (waiting?.for === 'APPLICANT') return `It is held: it waits for ${waiting.about}.`;
  if (attention) return `${of}It needs a person: ${causeText(attention.cause)}.`;
  return of + (waiting ? `It waits for ${waiting.about}.` : `${stageTitle}: it goes on by itself.`);
}
