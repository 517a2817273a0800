import {
  CancellationScope,
  condition,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { type SearchAttributeUpdatePair } from '@temporalio/common';
import { snapshotText, type CaseSnapshot } from '../../domain/case/snapshot';
import { attributeKey, type StageAttribute } from '../../domain/wire/search-attributes';

const keys = {
  waitingFor: attributeKey('WaitingFor'),
  waitingSince: attributeKey('WaitingSince'),
  needsAttention: attributeKey('NeedsAttention'),
  assignee: attributeKey('Assignee'),
  changedAt: attributeKey('ChangedAt'),
};

/** What is shown of a case. */
interface Shown {
  readonly definition: { readonly stageAttribute?: StageAttribute };
  readonly ended: boolean;
  moreAttributes(): SearchAttributeUpdatePair[];
  snapshot(): CaseSnapshot;
}

/** Keeps the Web UI's text and the search attributes of a case up to date. */
export class Publication {
  private isDue = false;
  /** What lists could show when others were told last that the case has changed. */
  private told: string | undefined;

  constructor(private readonly shown: Shown) {}

  /** Once for all changes made in one go; the last one at once, since nothing runs after it. */
  publish(): void {
    const { ended } = this.shown;
    if (ended) this.publishNow();
    if (ended || this.isDue) return;
    this.isDue = true;
    void Promise.resolve().then(() => {
      this.isDue = false;
      this.publishNow();
    });
  }

  /** Lets a command take effect; what it changes in lists is told to others, though no attribute may say it. */
  async publishing<R>(takeEffect: () => Promise<R>): Promise<R> {
    const before = listed(this.shown.snapshot());
    const result = await takeEffect();
    void untilSettled().then(() => this.tellSince(before));
    return result;
  }

  /** Nothing where it was told along with an attribute. */
  private tellSince(before: string): void {
    const snapshot = this.shown.snapshot();
    const now = listed(snapshot);
    if (!this.shown.ended && now !== before && now !== this.told)
      this.tell(snapshot, this.attributesOf(snapshot));
  }

  private publishNow(): void {
    const snapshot = this.shown.snapshot();
    setCurrentDetails(snapshotText(snapshot));
    const pairs = this.attributesOf(snapshot);
    if (!pairs.every(isPublished)) this.tell(snapshot, pairs);
  }

  private tell(snapshot: CaseSnapshot, pairs: readonly SearchAttributeUpdatePair[]): void {
    this.told = listed(snapshot);
    const since = (snapshot.attention ?? snapshot.waiting)?.since;
    upsertSearchAttributes([
      ...pairs,
      { key: keys.waitingSince, value: since === undefined ? null : new Date(since) },
      // Real time: by it, others find what has changed since they looked.
      { key: keys.changedAt, value: new Date() },
    ]);
  }

  private attributesOf({ attention, waiting, stage, assignee }: CaseSnapshot): SearchAttributeUpdatePair[] {
    const { stageAttribute } = this.shown.definition;
    return [
      { key: keys.waitingFor, value: attention ? 'OFFICER' : (waiting?.for ?? null) },
      { key: keys.needsAttention, value: attention !== undefined },
      { key: keys.assignee, value: assignee ?? null },
      ...this.shown.moreAttributes(),
      ...(stageAttribute ? [{ key: attributeKey(stageAttribute), value: stage }] : []),
    ];
  }
}

/** Whether the server has it: from the start, or since an earlier change. Every upsert costs the server a write. */
function isPublished({ key, value }: SearchAttributeUpdatePair): boolean {
  const known: unknown = workflowInfo().typedSearchAttributes.get(key);
  // What was never set reads as no.
  return JSON.stringify(known || null) === JSON.stringify(value || null);
}

/** What lists can show of a case, as one text. */
function listed({
  timeline: _timeline,
  checklist: _checklist,
  commands: _commands,
  attention,
  ...shown
}: CaseSnapshot): string {
  return JSON.stringify({ ...shown, attention: attention?.cause });
}

/**
 * Waits until all has run that can run at once: conditions that hold by now are told so in one round, and what waited
 * for them has run before the next.
 */
const untilSettled = (): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    for (let round = 1; round <= 2; round++) {
      let looks = 0;
      await condition(() => ++looks > 1);
    }
  });
