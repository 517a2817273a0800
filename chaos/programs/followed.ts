import { isGrpcDeadlineError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { batchResults } from '../../src/cases/batch-results';
import { caseQuery } from '../../src/domain/wire/messages';
import type { CaseEvidence, Look, Spoken } from './evidence';
import type { Said } from './people';
import type { PassingTime } from './passing-time';
import type { PlannedCase } from './program';

/** Real time in which a worker that is not stuck answers, and how often a busy machine is asked. */
const ANSWER_MS = 12_000;
const ANSWER_ATTEMPTS = 2;
/** Real time after which a person no longer listens for an answer. */
const HEARD_MS = 60_000;

type Receipt = { readonly proposed?: string };

/** A case of a program, seen from outside. */
export class Followed {
  snapshot: CaseSnapshot | undefined;
  /** Why its workflow task fails, when it does; or that its workflow has failed. */
  failure: string | undefined;
  private readonly heard: { readonly heard: Promise<unknown>; readonly leaving: AbortController }[] = [];
  /** A run that has ended says always the same, and would be replayed for it. */
  private closedRun: string | undefined;
  /** Whether it was ended from outside, and not begun anew. */
  isStopped = false;
  wasTerminated = false;
  wasRestored = false;
  private readonly looks: Look[] = [];
  /** Since it was last begun anew from an older copy, which knows nothing of what was said before. */
  readonly spoken: Spoken[] = [];
  /** What a cooperative operator had to say at the end, by command. */
  readonly help = new Map<string, number>();

  constructor(
    readonly workflowId: string,
    readonly reference: string,
    private readonly client: Client,
    private readonly time: PassingTime,
  ) {}

  private get handle() {
    return this.client.workflow.getHandle(this.workflowId);
  }

  get isOver(): boolean {
    return this.snapshot?.ended === true || this.failure !== undefined || this.isStopped;
  }

  /** What the case says of itself now; `undefined` if it has not begun. */
  async look(attempt = 1): Promise<CaseSnapshot | undefined> {
    if (this.failure !== undefined) return undefined;
    try {
      const { runId, status } = await this.handle.describe();
      const closedRun = status.name === 'RUNNING' ? undefined : runId;
      if (closedRun !== undefined && closedRun === this.closedRun) return this.snapshot;
      this.snapshot = await this.client.connection.withDeadline(Date.now() + ANSWER_MS, () =>
        this.handle.query(caseQuery),
      );
      this.closedRun = closedRun;
      this.looks.push({ atMs: this.time.nowMs, snapshot: this.snapshot });
      return this.snapshot;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      const { message, cause } = error as Error;
      if (isGrpcDeadlineError(cause) && attempt < ANSWER_ATTEMPTS) return this.look(attempt + 1);
      this.failure = `${message}: ${String(cause)}`;
      return undefined;
    }
  }

  /** Ends a case that cannot answer, since its task fails again and again; whether it was one. */
  async endIfStuck(): Promise<boolean> {
    if (this.isOver) return false;
    await this.look();
    if (this.failure === undefined) return false;
    await this.handle.terminate('its task fails').catch(() => undefined);
    return true;
  }

  /** Says something; where no answer comes as long as time stands, the person goes on, and hears of it later. */
  async tell(words: Said, requestId: string): Promise<void> {
    const { command, actor, role, fields } = words;
    const payload = { actor, role, requestId, ...fields };
    const update = () => this.handle.executeUpdate(command, { args: [payload] });
    const { connection } = this.client;
    const leaving = new AbortController();
    const heard = connection
      .withAbortSignal(leaving.signal, () => connection.withDeadline(Date.now() + HEARD_MS, update))
      .catch(() => undefined)
      .then((receipt) =>
        this.spoken.push(this.spokenWith({ ...words, requestId }, receipt as Receipt | undefined)),
      );
    this.heard.push({ heard, leaving });
    await this.time.unlessQuiet(heard);
    await this.time.settled();
  }

  private spokenWith(words: Said & { requestId: string }, receipt: Receipt | undefined): Spoken {
    const isProposed = receipt?.proposed !== undefined;
    return { ...words, atMs: this.time.nowMs, accepted: receipt !== undefined, proposed: isProposed };
  }

  /** Nobody listens any longer for answers: a call that is still open when its server goes would try again for ever. */
  async leave(): Promise<void> {
    for (const { leaving } of this.heard) leaving.abort();
    await Promise.all(this.heard.map(({ heard }) => heard));
  }

  times = (command: string): number => this.help.get(command) ?? 0;

  /** How often the operator had to help at the end. */
  get helped(): number {
    return [...this.help.values()].reduce((sum, times) => sum + times, 0);
  }

  /** It begins anew from an older copy, which knows nothing of what was said. */
  forget(): void {
    this.spoken.length = 0;
    this.wasRestored = true;
  }

  /** It is adopted. People of programs sign nothing: only of a signed hold does the gate know what the run before was told. */
  forgetHolds(): void {
    const others = this.spoken.filter(({ command }) => command !== 'hold');
    this.spoken.splice(0, Infinity, ...others);
  }

  terminate = (): Promise<unknown> => {
    this.wasTerminated = true;
    return this.handle.terminate('by somebody without a key').catch(() => undefined);
  };

  /** The case as it is judged; `undefined` if it never began. */
  async evidence(plan: PlannedCase | undefined): Promise<CaseEvidence | undefined> {
    await this.look();
    const { workflowId, reference, snapshot, looks, spoken, helped } = this;
    const { isStopped, wasTerminated, wasRestored } = this;
    if (!snapshot && this.failure === undefined) return undefined;
    const failure = this.failure ?? (await this.whyFailed());
    const happened = { isStopped, wasTerminated, wasRestored };
    const told = { workflowId, reference, snapshot, looks, ...happened, spoken, helped };
    return { ...told, failure, plan, rows: await this.rowsOf(snapshot) };
  }

  /** What the results of a batch say; `undefined` for any other case. */
  private async rowsOf(snapshot: CaseSnapshot | undefined) {
    if (snapshot?.kind !== 'batch' || !snapshot.ended) return undefined;
    return batchResults(this.client, this.reference).catch(() => undefined);
  }

  private async whyFailed(): Promise<string | undefined> {
    const { status } = await this.handle.describe();
    if (status.name !== 'FAILED') return undefined;
    const error = await this.handle.result().catch((cause: unknown) => cause);
    return `the workflow failed: ${String((error as Error).cause ?? error)}`;
  }
}
