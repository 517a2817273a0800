import type { StageAttribute } from '../wire/search-attributes';
import type { OthersNeeded, shownAgreement } from './agreement';
import { markdownText } from './display-text';
import { waits, type StageRow, type WaitName } from './waits';

/** One event of a case, with its business time, actor and text. Never personal data. */
export interface TimelineEntry {
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly note?: string;
}

/** The code of a reason, which a command notes before a person's own words. */
const REASON = /^[A-Z_]{3,}(: |$)/;

/** A person's own words in an entry; empty if there are none. */
export const wordsOf = ({ what, note = '' }: TimelineEntry): string =>
  what === 'Note' ? note : note.replace(REASON, '');

/** The words of the latest of such entries; `undefined` if it has none. */
export const latestWords = (timeline: readonly TimelineEntry[], what: string): string | undefined =>
  timeline
    .filter((entry) => entry.what === what)
    .map(wordsOf)
    .at(-1) || undefined;

/** The wait that a case is in now. */
export interface Waiting {
  readonly for: WaitName;
  readonly about: string;
  readonly on: string;
  readonly toDo: string;
  readonly since: string;
  readonly until?: string;
}

/** A wait that begins at `since`, as people see it. */
export function waitingFor(name: WaitName, since: string, until?: string): Waiting {
  const { about, on, toDo } = waits[name];
  return { for: name, about, on, toDo, since, ...(until === undefined ? {} : { until }) };
}

/** A wait as people see it in a stage, which may have its own text on what to do. */
export const waitingIn = ({ waitsFor, toDo }: StageRow, waiting: Waiting): Waiting =>
  toDo !== undefined && waitsFor === waiting.for ? { ...waiting, toDo } : waiting;

/** Something that a person should look at. */
export interface Attention {
  readonly cause: string;
  readonly since: string;
  /** Names of the commands that help. */
  readonly actions: readonly string[];
}

/** A whole payout, batch or change of limits that waits for approval under one digest. */
export type ShownApproval = ReturnType<typeof shownAgreement>;

/** A command that a second person has to confirm before it takes effect. */
export interface ShownProposal extends ShownApproval {
  readonly command: string;
  /** The proposer, with the role. */
  readonly by: string;
  /** Its fields, without personal data. */
  readonly what: string;
  readonly since: string;
}

export type ChecklistStatus = 'required' | 'missing' | 'uploading' | 'uploaded' | 'rejected';

export interface ChecklistItem {
  readonly item: string;
  readonly status: ChecklistStatus;
  readonly reason?: string;
  /** SHA-256 of the document that was handed in for it last. */
  readonly sha256?: string;
}

/** The whole state of a running or ended case, as the query `case` returns it. */
export interface CaseSnapshot {
  readonly kind: string;
  readonly reference: string;
  readonly stage: string;
  readonly stageTitle: string;
  readonly since: string;
  /** How often what people decide about has become another: changed, held back, or sent; missing where it cannot be. */
  readonly changes?: number;
  readonly assignee?: string;
  readonly waiting?: Waiting;
  readonly attention?: Attention;
  readonly checklist: readonly ChecklistItem[];
  /** Commands that wait for a second person; missing if no command waits. */
  readonly proposals?: readonly ShownProposal[];
  /** The open approval; missing if nothing is to be approved. */
  readonly approval?: ShownApproval;
  /** Ids and figures that are safe to show: application id, amounts, dates. */
  readonly facts: Readonly<Record<string, string | number | null>>;
  readonly commands: readonly string[];
  /** By command, the other people that it needs; missing from workers that did not tell it yet. */
  readonly others?: Readonly<Record<string, OthersNeeded>>;
  readonly timeline: readonly TimelineEntry[];
  readonly ended: boolean;
}

/** An instant for people, to the minute. */
export const instantText = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

/** Why a wait that has taken too long needs attention. */
export const overdueCause = ({ about, since }: Waiting): string =>
  `waiting for ${about} since ${instantText(since)}`;

interface Standing {
  readonly waiting?: Waiting | undefined;
  readonly attention?: Attention | undefined;
}

/** Whether the attention only reminds of the wait. */
export const isReminder = ({ waiting, attention }: Standing): boolean =>
  waiting !== undefined && attention?.cause.startsWith(overdueCause(waiting)) === true;

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

function waitingText({ about, on, toDo, since, until }: Waiting): string {
  const limit = until === undefined ? '' : `, until ${instantText(until)}`;
  return `**Waits for** ${markdownText(about)} (${on}), since ${instantText(since)}${limit}.\n\n**What to do:** ${toDo}`;
}

const attentionText = ({ cause, since, actions }: Attention) =>
  `**Needs attention** since ${instantText(since)}: ${markdownText(cause)}\n\nWhat to do: ${actions.join(', ') || 'look at the timeline'}.`;

const proposalText = ({ command, what, by, roles, until, digest, confirmations }: ShownProposal) =>
  `**Proposed** by ${markdownText(by)}: ${command} (${markdownText(what)}). Confirmed ${confirmations}, by ${roles.join(' or ')}; lapses ${instantText(until)}. Digest ${digest}`;

/** The case as Markdown for the Web UI, foreign texts escaped: stage, wait, what to do, latest events. */
export function snapshotText(snapshot: CaseSnapshot): string {
  const parts = [
    `### ${snapshot.stageTitle}`,
    snapshot.waiting && waitingText(snapshot.waiting),
    snapshot.attention && attentionText(snapshot.attention),
    ...(snapshot.proposals ?? []).map(proposalText),
    snapshot.checklist.length > 0 &&
      bullets(
        snapshot.checklist.map(
          ({ item, status, reason }) =>
            `${markdownText(item)}: ${status}${reason === undefined ? '' : ` (${markdownText(reason)})`}`,
        ),
      ),
    snapshot.commands.length > 0 && `Commands now: ${snapshot.commands.join(', ')}.`,
    bullets(
      snapshot.timeline
        .slice(-8)
        .map(({ at, by, what }) => `${instantText(at)} · ${markdownText(by)}: ${markdownText(what)}`),
    ),
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n');
}

/** The fixed parts of a case, known before it starts. */
export interface CaseDefinition<S extends string> {
  readonly kind: CaseSnapshot['kind'];
  readonly reference: string;
  /** It begins in the first of them. */
  readonly stages: Readonly<Record<S, StageRow>>;
  readonly stageAttribute?: StageAttribute;
}
