import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { type SearchAttributeUpdatePair } from '@temporalio/common';
import { snapshotText, type CaseSnapshot } from '../../domain/case/snapshot';
import { attributeKey } from '../../domain/wire/search-attributes';
import type { Case } from './case';

/** Keeps the Web UI's text and the search attributes of a case up to date. */
export class Publication {
  private isDue = false;
  /** The open decisions when `ChangedAt` was set last. */
  private told = NOTHING;

  constructor(private readonly shown: Case<string>) {}

  /** Publishes all changes made in one go together; the end at once, since nothing runs after it. */
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

  /**
   * Leaves an event of this task. A replay joins a task without one to the next, and judges the messages of
   * both by the latter's time: a message may be passed over by the time only with such an event.
   */
  leaveEvent(): void {
    upsertSearchAttributes([{ key: attributeKey('ChangedAt'), value: new Date() }]);
  }

  private publishNow(): void {
    const snapshot = this.shown.snapshot();
    setCurrentDetails(snapshotText(snapshot));
    const pairs = this.attributesOf(snapshot);
    const undecided = undecidedIn(snapshot);
    if (undecided === this.told && pairs.every(isPublished)) return;
    this.told = undecided;
    const since = (snapshot.attention ?? snapshot.waiting)?.since;
    upsertSearchAttributes([
      ...pairs,
      { key: attributeKey('WaitingSince'), value: since === undefined ? null : new Date(since) },
      // Real time: other programs find by it the cases that changed since they looked.
      { key: attributeKey('ChangedAt'), value: new Date() },
    ]);
  }

  private attributesOf({ attention, waiting, stage, assignee }: CaseSnapshot): SearchAttributeUpdatePair[] {
    const { stageAttribute } = this.shown.definition;
    return [
      { key: attributeKey('WaitingFor'), value: attention ? 'OFFICER' : (waiting?.for ?? null) },
      { key: attributeKey('NeedsAttention'), value: attention !== undefined },
      { key: attributeKey('Assignee'), value: assignee ?? null },
      ...this.shown.moreAttributes(),
      ...(stageAttribute ? [{ key: attributeKey(stageAttribute), value: stage }] : []),
    ];
  }
}

/** The open decisions: lists show them, and no search attribute holds them. */
const undecidedIn = ({ approval, proposals = [] }: Partial<CaseSnapshot>): string =>
  JSON.stringify(
    [approval ?? [], proposals].flat().map(({ digest, confirmations }) => [digest, confirmations]),
  );

const NOTHING = undecidedIn({});

/** Whether the server has it: from the start, or since an earlier change. Every upsert costs the server a write. */
function isPublished({ key, value }: SearchAttributeUpdatePair): boolean {
  const known: unknown = workflowInfo().typedSearchAttributes.get(key);
  // An attribute that was never set counts as false.
  return JSON.stringify(known || null) === JSON.stringify(value || null);
}
