import { isGrpcServiceError, ServiceError, type Client } from '@temporalio/client';
import type { CaseFile } from '../domain/case-file';
import { readCase } from './case-reader';
import { waitingCalls } from './waiting-calls';
import { unanswered } from './silence';
import type { Subject } from './subject';

/** The case of something, and the workflow that carries it now. */
export interface Situation extends CaseFile {
  readonly workflowId: string;
  /** Which calls of the service do not come through at the moment, and why. */
  readonly calls: readonly string[];
}

/** One picture of something, whichever workflows have carried it. @throws StarterError */
export async function situationOf(client: Client, subject: Subject, reference: string): Promise<Situation> {
  const ids = await subject.carriers(client, reference);
  const files = await Promise.all(ids.map((id) => readCase(client, id))).catch(async (error: unknown) => {
    throw isSilence(error) ? await unanswered(client) : error;
  });
  const workflowId = ids.at(-1) ?? '';
  return { workflowId, calls: await waitingCalls(client, workflowId), ...files.reduce(joined) };
}

/** What the earlier workflow knew stays known; where it stands is for the later one to say. */
const joined = (earlier: CaseFile, later: CaseFile): CaseFile => ({
  ...later,
  facts: { ...earlier.facts, ...later.facts },
  checklist: [...earlier.checklist, ...later.checklist],
  timeline: [...earlier.timeline, ...later.timeline],
});

const CANCELLED = 1;
const DEADLINE_EXCEEDED = 4;
const FAILED_PRECONDITION = 9;
const SILENT = [CANCELLED, DEADLINE_EXCEEDED, FAILED_PRECONDITION];

/** Whether a question to a workflow found no worker, or none in time. */
function isSilence(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && SILENT.includes(cause.code);
}
