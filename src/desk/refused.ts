import type { Client } from '@temporalio/client';
import { refusal, RequestError } from '../cases/request-error';
import { snapshotOf } from '../cases/snapshot';
import type { CaseSnapshot } from '../domain/case/snapshot';
import type { StageRow } from '../domain/case/waits';
import { kinds } from '../domain/kinds';
import type { Kind } from './contract/fields';

/** A command's case, with the stage that the person saw. */
interface Given {
  readonly kind: Kind;
  readonly reference: string;
  readonly expectedStage?: string | undefined;
}

/** Rewrites a refusal for people if the case has moved on or ended since they looked at it. */
export async function inWords(client: Client, given: Given, error: unknown): Promise<unknown> {
  if (!(error instanceof RequestError) || error.kind !== 'refused') return error;
  const { kind, reference, expectedStage } = given;
  const now = await snapshotOf(client, kinds[kind], reference).catch(() => undefined);
  const sentence = now && movedOn(now, kinds[kind].stages, expectedStage);
  return sentence === undefined ? error : refusal(sentence);
}

/** A sentence on the case's new stage and who moved it; `undefined` if the case is as the person saw it. */
export function movedOn(
  { ended, stage, stageTitle, timeline }: Pick<CaseSnapshot, 'ended' | 'stage' | 'stageTitle' | 'timeline'>,
  stages: Readonly<Record<string, StageRow>>,
  seen?: string,
): string | undefined {
  if (!ended && (seen === undefined || seen === stage)) return undefined;
  const titles = Object.values(stages).map(({ title }) => title);
  const isMove = ({ by, what }: CaseSnapshot['timeline'][number]) => by === 'system' && titles.includes(what);
  const entered = timeline.findLastIndex((one) => isMove(one) && one.what === stages[seen ?? '']?.title);
  const since = timeline.slice(entered + 1);
  const left = seen === undefined ? since.findLastIndex(isMove) : since.findIndex(isMove);
  const first = since.slice(0, left < 0 ? since.length : left).findLast(({ by }) => by.includes(' '));
  const who = first && ` ${first.what}: by ${first.by.split(' ').at(-1) ?? ''} came first, at ${first.at}.`;
  return `The case has ${ended ? 'ended' : 'moved on since you looked'}: ${stageTitle}.${who ?? ''}`;
}
