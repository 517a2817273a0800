import type { ChainSnapshot } from '../../cases/snapshot';
import { isReminder, type CaseSnapshot, type TimelineEntry, type Waiting } from '../../domain/case/snapshot';
import type { CasePage } from '../contract/case-page';
import { dayText, lagosText } from '../../domain/time/lagos-days';
import { nairaText } from '../../domain/money/amounts';
import { promiseOf } from './repayments';
import { reopenedPayoutStages } from '../../domain/payout/stages';
import { isUnpaid } from '../../domain/batch/validation-results';
import type { BatchProgress } from '../contract/starts';
import type { Kind } from '../contract/fields';
import type { StageTable } from '../../domain/case/waits';

type Fact = CasePage['facts'][number];

/** Facts shown elsewhere on the page, and the bank's name in the maker's spelling. */
const ELSEWHERE = [
  ...['digest', 'approvals', 'branch', 'bankName', 'nameConfirmedBy', 'nameConfirmedFor'],
  ...['promisedDueOn', 'heldBy', 'heldFor', 'releasedBy', 'releasedFor'],
];

const LABELS: Readonly<Record<string, string>> = {
  policyVersion: 'Version of the rules for approvals',
  offerExpiresAt: 'Accept the offer before',
  askedFor: 'Asked of the applicant',
  leftAtBank: 'Left at the bank',
  chargeAsked: 'Asked for, and charged once the bank’s schedule is sure',
  openCharge: 'Charge without a known result',
  openChargeKobo: 'Sum of that charge',
  openChargeDueOn: 'Instalment that it is for, by its due date',
  promisedOn: 'Will pay on',
  promiseMetOn: 'Promise seen as kept on',
  unmatched: 'Differences',
};

/** Parts of fact names that people write differently. */
const WORDS: Readonly<Record<string, string>> = {
  duty: 'stamp duty',
  id: 'ID',
  kobo: '',
  naira: '',
  rate: 'rate, as the bank gives it, without a unit',
  ref: 'reference',
  unique: "bank's",
  verdict: 'comparison',
};

/** The facts of a case, with labels for people. */
export const factsOf = (facts: CaseSnapshot['facts']): Fact[] =>
  Object.entries(facts)
    .filter(([name]) => !ELSEWHERE.includes(name))
    .map(([name, value]) => ({ name, label: labelOf(name), value, kind: kindOf(name, value) }));

function labelOf(name: string): string {
  const own = LABELS[name];
  if (own !== undefined) return own;
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
    .map((word) => WORDS[word] ?? word)
    .filter((word) => word !== '');
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function kindOf(name: string, value: string | number | null): Fact['kind'] {
  if (name.endsWith('Kobo')) return 'money';
  if (/digest$/i.test(name)) return 'digest';
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return 'text';
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return 'instant';
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'day' : 'text';
}

const WHO: Readonly<Record<string, string>> = {
  bank: 'the bank',
  officer: 'an officer',
  supervisor: 'a supervisor',
  borrower: 'the borrower',
  provider: "the lending partner's staff",
  operator: 'a payment operator',
  approver: 'an approver',
};

/** `unpaid`: what was not paid of a payout or a batch that has ended; `overdue`: what a borrower has not paid. */
type Told = Omit<CaseSnapshot, 'kind'> &
  Pick<ChainSnapshot, 'notBegun'> & {
    readonly unpaid?: string | undefined;
    readonly overdue?: string | undefined;
  };

/** A sentence on the waits of a case on a day of its own, a second person's included, with instants in Lagos time. */
export function sentenceOf({ proposals = [], overdue, ...snapshot }: Told, today?: string): string {
  const roles = [...new Set(proposals.flatMap((one) => one.roles))].join(' or ');
  const asks = roles === '' ? '' : ` What is proposed below waits for another person: ${roles}.`;
  const promise = promisedIn(snapshot);
  const isBroken = isPromiseBroken(snapshot, today);
  const told = isBroken ? 'had promised to pay by' : 'has promised to pay on';
  const end = isBroken ? ': not seen paid' : '';
  const promised = promise ? ` The borrower ${told} ${dayText(promise)}${end}.` : '';
  const late = overdue === undefined ? '' : ` ${overdue}.`;
  return `${ownSentenceOf(snapshot)}${late}${promised}${asks}`;
}

/** A disbursed loan has not ended: its repayment follows, in a workflow of its own. */
export const asGoingOn = <S extends Pick<CaseSnapshot, 'stage' | 'ended'>>(shown: S): S =>
  shown.stage === 'DISBURSED' ? { ...shown, ended: false } : shown;

/** Whether an open promise was not kept by its day, as the list of repayments tells it. */
export function isPromiseBroken(snapshot: Pick<Told, 'facts' | 'ended'>, today = ''): boolean {
  const promise = promisedIn(snapshot);
  return promise !== undefined && promiseOf(promise, undefined, today) === 'BROKEN';
}

/** The day on which the borrower has promised to pay; `undefined` once the promise is kept or the case has ended. */
export const promisedIn = ({ facts, ended }: Pick<CaseSnapshot, 'facts' | 'ended'>): string | undefined =>
  !ended && facts.promiseMetOn == null && typeof facts.promisedOn === 'string' ? facts.promisedOn : undefined;

function ownSentenceOf({ stageTitle, ended, since, ...told }: Omit<Told, 'proposals'>): string {
  const { attention, waiting, notBegun, unpaid } = told;
  if (notBegun !== undefined) return notBegun;
  const { paidKobo } = told.facts;
  const paid = typeof paidKobo === 'number' && paidKobo > 0 ? `${nairaText(paidKobo)} was paid; ` : '';
  if (ended && unpaid !== undefined) return `${stageTitle}, since ${lagosText(since)}: ${paid}${unpaid}.`;
  if (ended && typeof told.facts.leftAtBank === 'string')
    return `${stageTitle}, since ${lagosText(since)}. ${told.facts.leftAtBank}.`;
  if (ended) return `${stageTitle}: ${paid}nothing is left to do, since ${lagosText(since)}.`;
  if (attention) {
    const hold = waiting?.for === 'APPLICANT' && !isReminder(told) ? ` ${waitOf(waiting)}` : '';
    return `Needs a person since ${lagosText(attention.since)}: ${attention.cause}.${hold}`;
  }
  if (!waiting) return `${stageTitle}: it goes on by itself, since ${lagosText(since)}.`;
  return waitOf(waiting);
}

const { REOPENED, REVERSED, FAILED } = reopenedPayoutStages;
const CAME_BACK: readonly string[] = [REOPENED, REVERSED, FAILED].map(({ title }) => title);

const UNPAID: Readonly<Record<string, string>> = {
  FAILED: 'nothing was paid',
  REVERSED: 'the money came back',
  CANCELLED: 'nothing was paid',
};
const AFTER_ALL = '. To pay after all, start a payout under another reference';

/**
 * What was not paid, or is not known to be, of a payout, or of a batch with this progress when it ended and these payouts
 * that became cases of their own since; `undefined` if all of it was.
 */
export function unpaidIn(
  kind: Kind,
  stage: string,
  { counts, total }: BatchProgress,
  since: readonly Pick<CasePage['related'][number], 'kind' | 'stageTitle'>[] = [],
): string | undefined {
  const whole = ['payout', 'flush'].includes(kind) ? UNPAID[stage] : undefined;
  if (kind !== 'batch') return whole && whole + AFTER_ALL;
  const { UNDECIDED = 0, STARTED = 0 } = counts;
  const unpaid = Object.entries(counts).filter(([status]) => isUnpaid(status));
  const rows = unpaid.reduce((sum, [, count]) => sum + count, 0);
  const back = since.filter(
    ({ kind: its, stageTitle }) => its === 'payout' && CAME_BACK.includes(stageTitle),
  ).length;
  const told = [
    rows === 0 ? [] : `${rows} of ${total} rows ${rows === 1 ? 'was' : 'were'} not paid`,
    back === 0 ? [] : `the money paid for ${rowsOf(back)} came back since, or may have`,
  ].flat();
  const unsure = [
    UNDECIDED === 0 ? [] : `only the bank can tell of ${rowsOf(UNDECIDED)}, to be adopted`,
    STARTED === 0 ? [] : `still on the way: ${rowsOf(STARTED)} of an earlier run, as payouts of their own`,
  ].flat();
  const all = [...unsure, ...told].join('; ');
  return all === '' ? undefined : all + (told.length === 0 ? '' : AFTER_ALL);
}

const rowsOf = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

/** A sentence on a wait; a loan that was returned to its applicant is held. */
export function waitOf({ for: name, about, on, since, until }: Waiting): string {
  const end = until === undefined ? '' : `, until ${lagosText(until)}`;
  const waits = name === 'APPLICANT' ? 'Held: waits' : 'Waits';
  return `${waits} for ${about} since ${lagosText(since)}${end}; ${WHO[on] ?? on} is to act.`;
}

/** The stages of a case in order: past, present and ahead. Unsuccessful ends show only once reached. */
export function stageLine(
  stages: StageTable,
  stage: string,
  timeline: readonly TimelineEntry[],
): CasePage['stages'] {
  const names = Object.keys(stages);
  const entered = enteredAt(stages, timeline);
  // The run of a reopened payout does not tell what the run before had reached, of which the end was SUCCESS.
  const isNewRun = timeline.length > 0 && !entered.has('SUBMITTING');
  const wasReopened = stage === 'REOPENED' || (isNewRun && stages.REOPENED?.next.includes(stage) === true);
  if (wasReopened)
    names.splice(names.indexOf('SUCCESS') + 1, 0, ...names.splice(names.indexOf('REOPENED'), 1));
  const place = names.indexOf(stage);
  const isExit = stage === 'CLOSING' || (stages[stage]?.final === true && !isHopedFor(names, stages, stage));
  return names.flatMap((name, index) => {
    const row = stages[name];
    const isCurrent = name === stage;
    // What a case went back from is ahead of it again; that a loan was in arrears stays true.
    const isAgain = index > place && !isExit && !wasReopened && name !== 'ARREARS';
    const since = isAgain ? undefined : entered.get(name);
    if (!row || (row.final && !isCurrent && !isHopedFor(names, stages, name))) return [];
    // After an unsuccessful end nothing is ahead, so stages never entered do not show; nor does a reopening.
    const isHere = isCurrent || since !== undefined || index === 0;
    const isBehind = index < place;
    // Of the run before a reopening only what every payment has reached is known.
    const isSure = row.movesMoney ?? row.final ?? name === 'REOPENED';
    const isAside = ASIDE.includes(name);
    const isLeftOut = isBehind ? !isSure : isAside;
    if (!isHere && (wasReopened ? isLeftOut : isExit || isAside)) return [];
    // The timeline does not show the first stage of an application or of a repayment.
    const isFirst = index === 0 || name === 'REPAYING';
    // Without a timeline, as when no worker answers, no stage is known to have been skipped.
    const isUntold = isFirst || wasReopened || timeline.length === 0;
    const wasEntered = since !== undefined || (isUntold && isBehind);
    const other = wasEntered || isExit ? 'done' : isBehind ? 'skipped' : 'ahead';
    const state = isCurrent ? (isExit ? 'exit' : 'current') : other;
    return [{ stage: name, title: row.title, state, ...(since !== undefined && { since }) }];
  });
}

/** Stages that a case seldom comes to: they show only once it has. */
const ASIDE = ['REOPENED', 'CLOSING'];

/** The first end of a table is the good end. */
const isHopedFor = (names: readonly string[], stages: StageTable, name: string) =>
  names.find((one) => stages[one]?.final) === name || stages[name]?.title === 'Fully repaid';

/** When each stage was last entered, by its title in the timeline. */
function enteredAt(stages: StageTable, timeline: readonly TimelineEntry[]): ReadonlyMap<string, string> {
  const byTitle = new Map(Object.entries(stages).map(([name, { title }]) => [title, name]));
  return new Map(
    timeline.flatMap(({ by, what, at }): [string, string][] => {
      const name = by === 'system' ? byTitle.get(what) : undefined;
      return name === undefined ? [] : [[name, at]];
    }),
  );
}
