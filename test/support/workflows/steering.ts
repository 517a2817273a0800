import { randomUUID } from 'node:crypto';
import { WorkflowClient, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure, type Duration } from '@temporalio/common';
import { untilDelivered } from '../../../src/cases/commands';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import type { CommandReceipt } from '../../../src/domain/case/commands';
import { WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import type { PayoutPolicy } from '../../../src/domain/payout/policy';
import type { LoanFile } from '../../../src/domain/loan/input';
import type { PayoutFile } from '../../../src/domain/payout/input';
import { faultSchema } from '../../../sandbox/faults';
import type { SandboxSettings } from '../../../sandbox/settings';
import type { z } from 'zod';
import { dimensionNames, readingsOf } from '../../../sandbox/readings/dimensions';
import type { ChosenReadings } from '../../../sandbox/readings/readings';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { startLifecycle, type Lifecycle, type OpenTestRecords } from './lifecycle';
import { letPass, STRIDES_MAX, strideMs } from './passing-time';

/** After a handover to a new run this server keeps a task that no worker holds: it has to time out soon. */
const TASK_TIMEOUT = '3 seconds';

/** The sender of a command, of which any field can be overridden, and the person who confirms it. */
const officer = { actor: 'officer-1', role: 'officer' };
const second = { actor: 'second-1', role: 'supervisor' };

/** The sentence with which an update was refused. */
export async function refusalIn(update: Promise<unknown>, command: string): Promise<string> {
  const failure = await update.then(
    () => undefined,
    (error: unknown) => (error as { cause?: unknown }).cause,
  );
  if (failure instanceof ApplicationFailure) return failure.message;
  throw new Error(`${command} was not refused`);
}

/** One running workflow, as officers and tests see it. */
export class Steered {
  constructor(
    private readonly parts: Lifecycle,
    readonly handle: WorkflowHandle,
  ) {}

  snapshot(): Promise<CaseSnapshot> {
    return this.handle.query<CaseSnapshot>('case');
  }

  /** Lets time pass, in strides that grow up to `stride` minutes, until the case looks like this. */
  async until(reached: (snapshot: CaseSnapshot) => boolean, stride = 60): Promise<CaseSnapshot> {
    let snapshot = await this.snapshot();
    for (let strides = 0; !reached(snapshot); strides++) {
      if (snapshot.ended || strides > STRIDES_MAX)
        throw new Error(`this never came: ${JSON.stringify(snapshot)}`);
      await this.parts.env.sleep(strideMs(strides, stride));
      snapshot = await this.snapshot();
    }
    return snapshot;
  }

  untilStage(stage: string, stride?: number): Promise<CaseSnapshot> {
    return this.until((snapshot) => snapshot.stage === stage, stride);
  }

  untilAttention(stride?: number): Promise<CaseSnapshot> {
    return this.until(({ attention }) => attention !== undefined, stride);
  }

  /** Sends a command as an update, and waits for its receipt. */
  tell(command: string, fields: object = {}): Promise<CommandReceipt> {
    const args: [object] = [this.request(fields)];
    return untilDelivered(() => this.handle.executeUpdate(command, { args }));
  }

  /** Sends a command, which a second person confirms where it needs one. */
  async tellTogether(command: string, fields: object = {}): Promise<CommandReceipt> {
    const receipt = await this.tell(command, fields);
    const { proposed: expectedDigest } = receipt;
    if (expectedDigest !== undefined) await this.tell('confirmProposal', { ...second, expectedDigest });
    return receipt;
  }

  /** The sentence with which a command is refused. */
  refusal(command: string, fields: object = {}): Promise<string> {
    return refusalIn(this.tell(command, fields), command);
  }

  signal(command: string, fields: object = {}): Promise<void> {
    return this.handle.signal(command, this.request(fields));
  }

  /** The result, once enough time has passed. */
  async result<R>(stride = 60): Promise<R> {
    const settled = new AbortController();
    const result = this.handle.result().finally(() => {
      settled.abort();
    });
    result.catch(() => undefined);
    for (let strides = 0; !settled.signal.aborted; strides++) {
      if (strides > STRIDES_MAX) throw new Error(`never ended: ${JSON.stringify(await this.snapshot())}`);
      await this.parts.env.sleep(strideMs(strides, stride));
    }
    return result as Promise<R>;
  }

  /** The types of the events of the (latest) run, as the numbers of the protocol. */
  async eventTypes(): Promise<number[]> {
    const { events } = await this.handle.fetchHistory();
    return (events ?? []).map(({ eventType }) => eventType as number);
  }

  private request(fields: object) {
    return { ...officer, requestId: randomUUID(), ...fields };
  }
}

/** Starts workflows against one emulated bank, and makes things go wrong in it. */
export class Steering {
  constructor(
    readonly parts: () => Lifecycle,
    private readonly taskTimeout: Duration = TASK_TIMEOUT,
  ) {}

  startLoan(file: LoanFile): Promise<Steered> {
    return this.start(workflowTypes.loan, `loan:${file.reference}`, file);
  }

  startPayout(file: PayoutFile): Promise<Steered> {
    return this.start(workflowTypes.payout, `payout:${file.reference}`, file);
  }

  async start(workflow: string, workflowId: string, ...args: unknown[]): Promise<Steered> {
    const options = {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args,
      workflowTaskTimeout: this.taskTimeout,
    } as const;
    return new Steered(this.parts(), await this.client.start(workflow, options));
  }

  /** A workflow that another one started. */
  found(workflowId: string, runId?: string): Steered {
    return new Steered(this.parts(), this.client.getHandle(workflowId, runId));
  }

  /** Not the client of the environment: that one skips years when a result is already there. */
  private get client(): WorkflowClient {
    const { connection, namespace } = this.parts().env;
    return new WorkflowClient({ connection, ...(namespace !== undefined && { namespace }) });
  }

  plant(fault: z.input<typeof faultSchema>): void {
    this.bank.faults.plant(faultSchema.parse(fault));
  }

  /** The bank reads its interface so, until the test ends. */
  read(readings: ChosenReadings): void {
    this.bank.readings.choose(readings);
  }

  get bank() {
    return this.parts().sandbox.state;
  }

  /** What was really committed about anything with one of these ids: the effects' names, sorted. */
  effectsOf(...ids: (string | number | null | undefined)[]): string[] {
    const known = ids.filter((id) => typeof id === 'string');
    return this.bank.committed
      .list()
      .filter(({ key, note }) => known.some((id) => key.includes(id) || note === id))
      .map(({ effect }) => effect)
      .sort();
  }

  sleep(minutes: number): Promise<void> {
    return letPass(this.parts().env, minutes);
  }
}

const usual = Object.fromEntries(dimensionNames.map((name) => [name, readingsOf(name)[0]])) as ChosenReadings;

/** One server, workers and sandbox for all tests of a file; what goes wrong is forgotten after each. */
export function steering(bank?: SandboxSettings, policy?: PayoutPolicy, open?: OpenTestRecords): Steering {
  let parts: Lifecycle;
  beforeAll(async () => void (parts = await startLifecycle(bank, policy, open)));
  afterEach(() => {
    parts.sandbox.state.faults.remove();
    parts.sandbox.state.readings.choose({ ...usual, ...bank?.readings });
    parts.refusals.clear();
  });
  afterAll(() => parts.stop());
  return new Steering(() => parts);
}
