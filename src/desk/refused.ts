import type { Client } from '@temporalio/client';
import { refusal, RequestError } from '../cases/request-error';
import { snapshotOf } from '../cases/snapshot';
import { consentRefusal, PROPOSED } from '../domain/case/agreement';
import { casework, type Role } from '../domain/case/commands';
import type { CaseKind } from '../domain/case/kind';
import type { CaseSnapshot } from '../domain/case/snapshot';
import type { StageTable } from '../domain/case/waits';
import { kinds } from '../domain/kinds';
import type { Kind } from './contract/fields';
import { ProblemError } from './http/problems';

/** A command's case, with the stage and the digest that the person saw. */
interface Given {
  readonly kind: Kind;
  readonly reference: string;
  readonly expectedStage?: string | undefined;
  readonly seenStage?: string | undefined;
  readonly expectedChanges?: number | undefined;
  readonly digest?: unknown;
}

/** Rewrites a refusal for people if the case has moved on, ended or changed since they looked at it. */
export async function inWords(client: Client, given: Given, error: unknown): Promise<unknown> {
  if (!(error instanceof RequestError) || error.kind !== 'refused') return error;
  const now = await snapshotOf(client, kinds[given.kind], given.reference).catch(() => undefined);
  const { seenStage, expectedStage = seenStage } = given;
  return (now && outOfDate(now, { ...given, expectedStage })) ?? error;
}

/** Why a command was not taken, or not known to be taken, as its outcome. @throws every other error */
export function refusalIn(error: unknown): { refusal: string; isUnknown: boolean } {
  if (!(error instanceof ProblemError || error instanceof RequestError)) throw error;
  const isUnknown = error instanceof RequestError && ['unreachable', 'timedOut'].includes(error.kind);
  return { refusal: error.message, isUnknown };
}

/** The refusal of a command whose case is not as its person saw it; `undefined` if it is. */
function outOfDate(now: CaseSnapshot, given: Given) {
  const { kind, reference, expectedStage, expectedChanges = now.changes, digest } = given;
  const moved = movedOn(now, kinds[kind].stages, expectedStage);
  if (moved !== undefined) return refusal(moved);
  const open = openIn(now);
  if (digest !== undefined && open.length === 0)
    return refusal(`Nothing waits for your decision any more.${cameFirst(now.timeline)}`);
  const isSame = digest === undefined || open.some((one) => one.digest === digest);
  return isSame && expectedChanges === now.changes
    ? undefined
    : new ProblemError(
        'changed',
        `The ${kind} ${reference} changed after you opened it: look at it again.${cameFirst(now.timeline, isChange(kind))}`,
      );
}

const openIn = ({ approval, proposals = [] }: CaseSnapshot) => [approval ?? [], proposals].flat();

/** @throws ProblemError, RequestError for a consent that the case would refuse, before its person proves anything */
export function requireWelcome(
  now: CaseSnapshot,
  given: Given & { readonly command: string },
  person: { readonly actor: string; readonly role: Role },
): void {
  const past = outOfDate(now, given);
  if (past) throw past;
  const open = openIn(now).find(({ digest }) => digest === given.digest);
  if (!open) return;
  const rule = { fromKobo: 0, approvals: 1, roles: open.roles as readonly Role[] };
  const why = consentRefusal({ ...open, rule }, { ...person, expectedDigest: open.digest });
  if (why !== undefined) throw refusal(`${given.command}: ${why}.`);
}

/** A sentence on the case's new stage and who moved it; `undefined` if the case is as the person saw it. */
export function movedOn(
  { ended, stage, stageTitle, timeline }: Pick<CaseSnapshot, 'ended' | 'stage' | 'stageTitle' | 'timeline'>,
  stages: StageTable,
  seen?: string,
): string | undefined {
  if (!ended && (seen === undefined || seen === stage)) return undefined;
  const titles = Object.values(stages).map(({ title }) => title);
  const isMove = ({ by, what }: CaseSnapshot['timeline'][number]) => by === 'system' && titles.includes(what);
  const entered = timeline.findLastIndex((one) => isMove(one) && one.what === stages[seen ?? '']?.title);
  const since = timeline.slice(entered + 1);
  const left = seen === undefined ? since.findLastIndex(isMove) : since.findIndex(isMove);
  const who = cameFirst(since.slice(0, left < 0 ? since.length : left));
  return `The case has ${ended ? 'ended' : 'moved on since you looked'}: ${stageTitle}.${who}`;
}

type Entry = CaseSnapshot['timeline'][number];

const isOneOf =
  (summaries: readonly (string | undefined)[]) =>
  ({ what }: Entry): boolean =>
    summaries.some((summary) => summary !== undefined && what.startsWith(summary));

/** Whether an entry is of a command that changes what people decide about. */
function isChange(kind: Kind) {
  const { commands }: CaseKind = kinds[kind];
  return isOneOf(CHANGING.map((name) => commands[name]?.summary));
}

const CHANGING = [
  ...['amend', 'hold', 'retry', 'resolveAttention', 'excludeRows', 'confirmProposal', 'refuseProposal'],
  ...['setDisbursementAccount', 'chargeNow', 'resolveCharge'],
];

const isNoProposal = ({ what }: Entry): boolean => !what.startsWith(PROPOSED);

const isAside = isOneOf(Object.values(casework([])).map(({ summary }) => summary));

/** Who acted on the case last, and when, as a sentence to add to another. Empty if nobody did, or did something else. */
function cameFirst(part: readonly Entry[], isIt: (act: Entry) => boolean = isNoProposal): string {
  const act = part.findLast((entry) => entry.by.includes(' ') && !isAside(entry));
  const last = act && isIt(act) ? act : undefined;
  const [given] = last?.what.split(/[;:]/) ?? [];
  return last ? ` “${given}” by ${last.by.split(' ').at(-1) ?? ''} came first, at ${last.at}.` : '';
}
