import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from '@temporalio/common';
import { caseText, type CaseFile } from '../../domain/case-file';

const keys = {
  waitingFor: defineSearchAttributeKey('WaitingFor', 'KEYWORD'),
  waitingSince: defineSearchAttributeKey('WaitingSince', 'DATETIME'),
  needsAttention: defineSearchAttributeKey('NeedsAttention', 'BOOL'),
  stage: {
    LoanStage: defineSearchAttributeKey('LoanStage', 'KEYWORD'),
    PayoutStatus: defineSearchAttributeKey('PayoutStatus', 'KEYWORD'),
    BatchStage: defineSearchAttributeKey('BatchStage', 'KEYWORD'),
  },
};

/** The search attribute that shows a case's stage. */
export type StageAttribute = keyof typeof keys.stage;

/** What is shown of a case. */
interface Shown {
  readonly definition: { readonly stageAttribute?: StageAttribute };
  readonly moreAttributes: () => SearchAttributeUpdatePair[];
  readonly ended: boolean;
  file(): CaseFile;
}

/** Keeps the Web UI's text and the search attributes of a case up to date. */
export class Publication {
  private isDue = false;

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

  private publishNow(): void {
    const file = this.shown.file();
    setCurrentDetails(caseText(file));
    const pairs = this.attributesOf(file);
    if (pairs.every(isPublished)) return;
    const since = (file.attention ?? file.waiting)?.since;
    upsertSearchAttributes([
      ...pairs,
      { key: keys.waitingSince, value: since === undefined ? null : new Date(since) },
    ]);
  }

  private attributesOf({ attention, waiting, stage }: CaseFile): SearchAttributeUpdatePair[] {
    const { stageAttribute } = this.shown.definition;
    return [
      { key: keys.waitingFor, value: attention ? 'OFFICER' : (waiting?.for ?? null) },
      { key: keys.needsAttention, value: attention !== undefined },
      ...this.shown.moreAttributes(),
      ...(stageAttribute ? [{ key: keys.stage[stageAttribute], value: stage }] : []),
    ];
  }
}

/** Whether the server has it: from the start, or since an earlier change. Every upsert costs the server a write. */
function isPublished({ key, value }: SearchAttributeUpdatePair): boolean {
  const known: unknown = workflowInfo().typedSearchAttributes.get(key);
  // What was never set reads as no.
  return JSON.stringify(known || null) === JSON.stringify(value || null);
}
