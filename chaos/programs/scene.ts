import { isGrpcDeadlineError, WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { lagosDayOf, startOfLagosDay } from '../../src/domain/time/lagos-days';
import { caseQuery } from '../../src/domain/wire/messages';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import type { WorkflowType } from '../../src/domain/wire/workflow-types';
import { readMoneyEvent } from '../../src/input/money-event';
import type { Records } from '../../src/records/records';
import type { BankState, EventRecord } from '../../sandbox/bank-state';
import { Random } from '../../sandbox/random';
import type { Readings } from '../../sandbox/readings/readings';
import { runDueTasks } from '../../sandbox/time/run-due-tasks';
import { ingestEvent } from '../../src/webhooks/ingestion';
import { FLUSHED_ACCOUNT, PAYING_ACCOUNT } from '../readings/lender';
import { hasLostTask } from '../readings/lost-task';
import { settingsFor } from '../readings/plans';
import type { SkippedTime } from '../readings/skipped-time';
import type { Trial } from '../readings/trial';
import type { AcceptedCharge } from './evidence';
import { IndexOfRuns, unlessGone } from './index-of-runs';
import { PassingTime, type Wakers } from './passing-time';
import type { Program } from './program';
import type { Recorded } from './replayed';
import { Workers } from './workers';

const MINUTE_MS = 60_000;
/** Polls come at whole minutes; a command that cancels one in the moment in which it is due would stop this server's time. */
const BESIDE_MS = 1_700;
/** Real time in which an idle worker answers. */
const AT_ONCE_MS = 3_000;
/** This server may keep a task that no worker holds: it has to time out soon. */
const TASK_TIMEOUT = '3 seconds';

/** What worlds share: a server, and a database of the records where there is one. */
export interface Surroundings {
  readonly skipped: SkippedTime;
  readonly records?: Records | undefined;
}

/** Where a program takes place: a bank, its events, workers, and the time that passes for them. */
export class Scene {
  readonly index = new IndexOfRuns();
  readonly workers: Workers;
  /** Every charge that the bank has accepted. */
  readonly charges: AcceptedCharge[] = [];
  readonly client: Client;
  readonly time: PassingTime;
  private readonly random: Random;
  private readonly started = new Set<string>();
  private events: EventRecord[] = [];
  private trial!: Trial;

  constructor(
    private readonly program: Program,
    private readonly tag: string,
    private readonly surroundings: Surroundings,
    endStuck: Wakers['endStuck'],
  ) {
    this.time = new PassingTime(surroundings.skipped, { allAnswer: () => this.allAnswer(), endStuck });
    this.random = new Random(`world ${program.seed}`);
    this.workers = new Workers(program.policy, {
      tag,
      records: surroundings.records,
      nowMs: () => this.time.nowMs,
    });
    this.client = this.index.client = surroundings.skipped.clientThatLists(this.index.list);
  }

  get bank(): BankState {
    return this.trial.sandbox.state;
  }

  get readings(): Readings {
    return this.trial.sandbox.readings;
  }

  /** Waits for the day on which the program begins, and opens a bank. */
  async open(): Promise<void> {
    const { time, surroundings } = this;
    const { skipped } = surroundings;
    const { readings, beginsAt } = this.program;
    await skipped.sleep((nextTime(beginsAt, time.nowMs) - time.nowMs) / MINUTE_MS, true);
    this.trial = await skipped.begin({
      tag: this.tag,
      readings,
      settings: { ...settingsFor(readings), PAYING_ACCOUNTS: `${PAYING_ACCOUNT},${FLUSHED_ACCOUNT}` },
      withLoan: false,
      hired: (lender) => ({ client: this.client, ...this.workers.hired(lender) }),
      afterCall: (activity) => this.workers.insteadOf(activity, () => this.hireAnew()),
    });
    runDueTasks(this.bank);
    this.bank.announce = (event) => void this.events.push(event);
    const { repayments } = this.bank;
    const put = repayments.put.bind(repayments);
    repayments.put = (id, charge) => {
      this.charges.push({ atMs: this.bank.now, ...charge });
      return put(id, charge);
    };
  }

  hireAnew(): void {
    this.trial.hireAnew();
  }

  async start({
    workflowId,
    type,
    input,
  }: {
    workflowId: string;
    type: WorkflowType;
    input: object;
  }): Promise<void> {
    this.started.add(workflowId);
    // What was opened again in this very moment goes on as it is.
    const options = { workflowId, taskQueue: WORKFLOW_QUEUE, workflowTaskTimeout: TASK_TIMEOUT } as const;
    await this.client.workflow.start(type, { ...options, args: [input] }).catch(unlessRunning);
    await this.time.settled();
  }

  /** Brings the bank to the present. */
  present(): void {
    runDueTasks(this.bank);
    this.bank.cause = 'control';
  }

  /** Lets time pass, and delivers what the bank has announced meanwhile. */
  async wait(minutes: number): Promise<void> {
    const { time } = this;
    await time.until(time.nowMs + minutes * MINUTE_MS + BESIDE_MS);
    this.present();
    await this.deliver();
  }

  /** The histories of all workflows of this world, of each run that followed another one too. */
  async histories(): Promise<Recorded[]> {
    return (await Promise.all(this.workflowIds.map((workflowId) => this.historiesOf(workflowId)))).flat();
  }

  async close(): Promise<void> {
    await this.surroundings.skipped.end(this.trial);
  }

  private async historiesOf(workflowId: string, runId?: string): Promise<Recorded[]> {
    const handle = this.client.workflow.getHandle(workflowId, runId);
    const history = await handle.fetchHistory().catch(unlessGone);
    if (!history?.events) return [];
    const own = { workflowId, history, hasLostTask: hasLostTask(history.events, this.time.nowMs) };
    const before = history.events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
    return before ? [own, ...(await this.historiesOf(workflowId, before))] : [own];
  }

  private get workflowIds(): string[] {
    return [...new Set([...this.started, ...this.trial.workflowIds])];
  }

  /** Whether every workflow answers at once, be it that it knows no such question: then no task of any is under way. */
  private async allAnswer(): Promise<boolean> {
    if (this.started.size === 0) return true; // Before it opens, too.
    const { connection, workflow } = this.client;
    const answers = (id: string) =>
      workflow
        .getHandle(id)
        .query(caseQuery)
        .then(() => true)
        .catch((error: unknown) => !isGrpcDeadlineError((error as Error).cause));
    const all = () => Promise.all(this.workflowIds.map(answers));
    return !(await connection.withDeadline(Date.now() + AT_ONCE_MS, all)).includes(false);
  }

  private async deliver(): Promise<void> {
    const events = this.events;
    this.events = [];
    for (const { data } of events) {
      const read = readMoneyEvent(data);
      if (!('event' in read) || this.random.fraction() < this.program.eventsLost) continue;
      await ingestEvent(this.client, read.event);
      await this.time.settled();
    }
  }
}

function unlessRunning(error: unknown): void {
  if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
}

/** The next instant at which it is MM-DDTHH:MM in Lagos. */
function nextTime(monthAndTime: string, afterMs: number): number {
  const [date = '', time = ''] = monthAndTime.split('T');
  const year = Number(lagosDayOf(afterMs).slice(0, 4));
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const at = (inYear: number) => startOfLagosDay(`${inYear}-${date}`) + (hours * 60 + minutes) * MINUTE_MS;
  return at(year) > afterMs ? at(year) : at(year + 1);
}
