import type { Attention, CaseSnapshot, ShownProposal, Waiting } from '../../domain/case/snapshot';
import type { CaseDetails } from '../../domain/case/details';
import { valuesIn, type DigestContents, type Values } from '../../cases/digest-contents';
import type { ChainSnapshot } from '../../cases/snapshot';
import { IDENTITY_NUMBERS } from '../../domain/case/commands';
import { endOf } from '../../domain/loan/disbursement';
import { commandLine, columns, section, momentText, withMoments } from '../terminal';
import { asTyped, kebab, mayGive } from '../command-options';
import type { CaseKind } from '../../domain/case/kind';
import { nairaText } from '../../domain/money/amounts';

const LATEST = 8;

/** The details of a case that waits for another person, and the contents that the person is asked to agree to. */
interface Decided {
  readonly details: CaseDetails;
  readonly contents: DigestContents;
}

/** A case for people: its stage, its wait, what to do, and its history. */
export function caseView(
  kind: CaseKind,
  snapshot: CaseSnapshot & Partial<Pick<ChainSnapshot, 'calls' | 'notBegun'>>,
  entries = LATEST,
  decided?: Decided,
): string {
  const { stageTitle, stage, since, assignee, waiting, attention, reference } = snapshot;
  const head = `${kind.noun} ${reference}: ${stageTitle} (${stage}) since ${momentText(since)}`;
  const { commands } = kind;
  const parts = [
    assignee === undefined ? head : `${head}, looked after by ${assignee}`,
    snapshot.notBegun,
    waiting && `Waits for ${waitingText(waiting)}\n${asTyped(commands, waiting.toDo)}`,
    attention && attentionText(kind, reference, attention),
    section(
      'Proposed, to be confirmed by a second person',
      (snapshot.proposals ?? []).flatMap((proposal) => proposed(proposal, decided)),
    ),
    table(snapshot.approval ? 'To be approved' : 'As it is now', decided ? wholeOf(decided.details) : []),
    section('Calls that wait', (snapshot.calls ?? []).map(withMoments)),
    table('Facts', Object.entries(shownFacts(snapshot)).map(factCells)),
    table(
      'Checklist',
      snapshot.checklist.map(({ item, status, reason = '' }) => [item, status, reason]),
    ),
    table(
      'Commands now',
      snapshot.commands.map((name) => [kebab(name), commands[name]?.summary ?? '']),
    ),
    table('Timeline', snapshot.timeline.slice(-entries).map(timelineCells)),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

const table = (title: string, rows: readonly (readonly string[])[]) => section(title, columns(rows));

/**
 * What is proposed stands whole under it: nobody confirms the last digits of an account, or a name unseen. Each
 * value keeps to its line, so that none looks like another one.
 */
function proposed({ command, by, confirmations, roles, digest, until }: ShownProposal, decided?: Decided) {
  const who = [`by ${by}`, `${confirmations}, by ${roles.join(' or ')}`, `until ${momentText(until)}`];
  const values = valuesIn(decided?.contents.get(digest));
  const lines = values ? columns(values.map(valueCells)) : [UNSEEN];
  const indented = lines.map((line) => `  ${line.replaceAll('\n', ' ')}`);
  return [[kebab(command), ...who, digest].join('  '), ...indented];
}

const UNSEEN = 'What it would do cannot be shown now: do not confirm it; look again in a while.';

const valueCells = ([name, value]: Values[number]) =>
  IDENTITY_NUMBERS.some((one) => one === name)
    ? [name, `…${endOf(String(value))}`]
    : factCells([name, value]);

/** What whoever approves compares with the order: whole accounts and names, which the facts leave out. */
const wholeOf = ({ amountKobo, source, beneficiary, nameOnAccount, remark }: CaseDetails) =>
  [
    ['amount', amountKobo === undefined ? undefined : nairaText(amountKobo)],
    ['from account', source?.accountNumber],
    ['to account', beneficiary && `${beneficiary.accountNumber} at bank ${beneficiary.bankCode}`],
    ['name in the order', beneficiary?.accountName],
    ['name at the bank', nameOnAccount],
    ['remark', remark],
  ].filter((row): row is [string, string] => row[1] !== undefined);

/** One line for each change of a case that a person follows. */
export function progressLine(kind: CaseKind, snapshot: CaseSnapshot): string {
  const { stageTitle, waiting, attention, facts, reference } = snapshot;
  const at = momentText(snapshot.timeline.at(-1)?.at ?? snapshot.since);
  const wait = waiting ? `, waits for ${waitingText(waiting)}` : '';
  const line = `${at}  ${stageTitle}${progressOf(facts)}${wait}`;
  return attention ? `${line}\n${attentionText(kind, reference, attention)}` : line;
}

/** The cause of attention, with the lines to type. */
export function attentionText(kind: CaseKind, reference: string, { cause, since, actions }: Attention) {
  const known = rowsIn(cause);
  const lines = actions.flatMap((name) => {
    const row = kind.commands[name];
    if (!row) return [];
    const others = mayGive(row) ? '' : `   # ${row.roles.join(' or ')}: your key asserts none of these roles`;
    return [`  ${commandLine(kind, name, reference, known)}${others}`];
  });
  const what = asTyped(kind.commands, withMoments(cause));
  return [`Needs attention since ${momentText(since)}: ${what}`, ...lines].join('\n');
}

/** A cause's rows (`row 3`, `rows 3, 7-9`) in the form of `--rows`; empty if the cause is cut short. */
function rowsIn(cause: string): { readonly rows?: string } {
  if (cause.includes('and so on')) return {};
  const named = [...cause.matchAll(/\brows? (\d[\d-]*(?:, \d[\d-]*)*)/g)].map(([, rows = '']) => rows);
  return named.length === 0 ? {} : { rows: named.join(',').replaceAll(' ', '') };
}

function waitingText({ about, on, since, until }: Waiting): string {
  const limit = until === undefined ? '' : `, until ${momentText(until)}`;
  return `${about} (${on}), since ${momentText(since)}${limit}`;
}

const timelineCells = ({ at, by, what, note = '' }: CaseSnapshot['timeline'][number]) => [
  momentText(at),
  by,
  withMoments(note === '' ? what : `${what}: ${note}`),
];

/** Stages of a payout in which it may not have been sent although an attempt has a time. */
const MAYBE_UNSENT = ['PREPARING', 'APPROVAL', 'APPROVED', 'SUBMITTING', 'CANCELLED'];

/** The facts to show: a payout has a "sent at" only once the bank has it. */
export function shownFacts({ kind, stage, facts }: CaseSnapshot): CaseSnapshot['facts'] {
  if (kind !== 'payout' && kind !== 'flush') return facts;
  if (!MAYBE_UNSENT.includes(stage)) return facts;
  const { sentAt: _attempted, ...shown } = facts;
  return shown;
}

/** Formats a fact by its name's ending: `…Kobo` as an amount, `…At` as an instant. */
export function factCells([name, value]: [string, string | number | null]): string[] {
  const label = kebab(name.replace(/Kobo$/, '')).replaceAll('-', ' ');
  if (name.endsWith('Kobo') && typeof value === 'number') return [label, nairaText(value)];
  return [label, name.endsWith('At') ? momentText(String(value)) : String(value ?? 'none')];
}

/** The progress of a case with many parts, in brackets; empty for others. */
function progressOf(facts: CaseSnapshot['facts']): string {
  const { instalments, instalmentsPaid, rows, rowsSuccess, accountsResolved } = facts;
  if (instalments !== undefined) return ` (${instalmentsPaid ?? 0} of ${instalments} instalments paid)`;
  if (rowsSuccess !== undefined) return ` (${rowsSuccess} of ${rows} rows paid)`;
  return accountsResolved === undefined ? '' : ` (${accountsResolved} accounts resolved)`;
}
