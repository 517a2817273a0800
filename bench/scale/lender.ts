import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { folderStore } from '../../src/activities/documents/store';
import { readLoanFile } from '../../src/cli/files/input-file';
import { readConfig } from '../../src/config/read-config';
import type { Clock } from '../../src/domain/time/clock';
import { notifiedSignal } from '../../src/domain/wire/messages';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { startProgram, startWorker, type ProgramProcess } from '../../stack/program-process';
import { startStack, type Stack } from '../../stack/run-stack';
import { encryptionVariables } from '../../stack/stack-keys';
import { readStackOptions } from '../../stack/stack-options';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import type { Officer } from '../desk/officer';
import { openDesk, type OpenDesk } from '../desk/open-desk';
import { totalOf } from '../desk/staleness';
import { inParallel } from '../engine/in-parallel';
import { cpuSeconds, descendantNamed } from '../processes';
import { log } from '../report';
import { bytesOf, type Undo } from '../test-environment';
import { APPLICATIONS_QUEUE } from './application-workflow';

/**
 * A business day passes in twelve minutes, so that two cores do the work of ten thousand loans with some to spare; the
 * window of the rate limit, in 7.5 s, is as long as it should be.
 */
export const RATE = 120;
const WINDOW_SECONDS = 900 / RATE;

const PORTS = ['--port', '--ui-port', '--sandbox-port'].flatMap((port) => [port, '0']);
const OPTIONS = ['start', ...PORTS, '--no-desk', '--no-schedules', '--rate', `${RATE}`];

const APPLICATION_WORKER = join('bench', 'scale', 'application-worker.ts');

const SAMPLE = 'examples/loan-application.json';
const STARTED_AT_ONCE = 20;
/** Loans that have not read their schedules yet: with thousands of tasks behind, the development server slows down. */
const UNREAD = 200;
/** A desk that lists fewer loans for so long never lists them all. */
const LISTED_WITHIN_MS = 10 * 60_000;

/** All that a lender runs, on one machine: Temporal, PostgreSQL, a worker, a desk, and the emulated bank. */
export class Lender {
  private constructor(
    readonly stack: Stack,
    readonly desk: OpenDesk,
    readonly officer: Officer,
    private worker: ProgramProcess,
  ) {}

  static async open(undo: Undo): Promise<Lender> {
    const options = readStackOptions([...OPTIONS, '--window-seconds', `${WINDOW_SECONDS}`]);
    const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
    const stack = await startStack({ ...options, cliPath, authority: 'open' });
    undo.push(() => stack.stop());
    const applications = startProgram(APPLICATION_WORKER, {
      TEMPORAL_ADDRESS: stack.temporal.address,
      TEMPORAL_NAMESPACE: 'default',
      ...encryptionVariables(stack.encryptionKeys, 'worker'),
    });
    undo.push(() => applications.stop());
    const desk = await openDesk(stack);
    undo.push(() => desk.stop());
    const lender = new Lender(stack, desk, await desk.officer('observer', ['officer']), stack.worker);
    undo.push(() => lender.worker.stop());
    return lender;
  }

  get clock(): Clock {
    const { rate, ...anchor } = this.stack.sandbox.clock.read();
    return { rate, anchor };
  }

  /** Calls of the bank so far. */
  get calls(): number {
    return this.stack.sandbox.calls.toJSON().total;
  }

  /** Starts each as a loan that is disbursed at once. */
  async startLoans(repayments: readonly RepaymentInput[]): Promise<void> {
    const sample = await readLoanFile(SAMPLE, folderStore('examples/documents'));
    await inParallel(STARTED_AT_ONCE, repayments.length, async (number) => {
      while (number - this.calls > UNREAD) await sleep(100);
      const repayment = repayments[number - 1]!;
      const reference = repayment.loanReference;
      await this.stack.client.workflow.start(workflowTypes.loan, {
        taskQueue: APPLICATIONS_QUEUE,
        workflowId: caseId('loan', reference),
        args: [{ ...sample, reference, repayment }],
      });
      if (number % 1_000 === 0) log(`  ${number} loans are started; the desk lists ${await this.listed()}.`);
    });
  }

  /** Bytes of Temporal's database and of the records. */
  async bytes(): Promise<{ temporal: number; records: number }> {
    const { rows } = await this.desk.pool.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return { temporal: await bytesOf(this.stack.temporalFile), records: Number(rows[0]?.bytes) };
  }

  /** Seconds of processor time that worker and Temporal have used. */
  async cpu(): Promise<{ worker: number; server: number }> {
    const server = await descendantNamed(process.pid, 'temporal');
    return { worker: await cpuSeconds(this.workerPid), server: await cpuSeconds(server) };
  }

  /**
   * kill -9 of everything but the bank. Meanwhile events arrive for some loans, so that there is something to ask. The
   * seconds until the bank is asked, and until the desk shows a list.
   */
  async restart(notified: readonly RepaymentInput[]): Promise<{ firstCall: number; desk: number }> {
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1_000;
    process.kill(this.workerPid, 'SIGKILL');
    await this.worker.ended;
    const { stack } = this;
    for (const { loanId } of notified)
      await stack.client.workflow.getHandle(caseId('repayment', loanId)).signal(notifiedSignal);
    const before = this.calls;
    await Promise.all([stack.temporal.crash(), stack.records.crash()]);
    this.worker = startWorker({ ...stack, logLevel: 'error' });
    const firstCall = this.untilCalledMoreThan(before).then(seconds);
    const desk = this.desk
      .crash()
      .then(() => this.untilListed(1))
      .then(seconds);
    return { firstCall: await firstCall, desk: await desk };
  }

  /** Waits until a list of the desk counts so many loans. @throws Error that says how many it counts, when it never does */
  async untilListed(count: number): Promise<void> {
    const began = performance.now();
    for (let listed = 0; listed < count; listed = await this.listed()) {
      if (performance.now() - began > LISTED_WITHIN_MS)
        throw new Error(`the desk lists ${listed} of ${count} loans`);
      await sleep(500);
    }
  }

  /** Loans that the desk lists; none while it is down. Who asks nothing for fifteen minutes has to log in again. */
  private listed(): Promise<number> {
    return totalOf(this.officer, 'tab=open&kind=loan').catch(() => 0);
  }

  private async untilCalledMoreThan(calls: number): Promise<void> {
    while (this.calls <= calls) await sleep(50);
  }

  private get workerPid(): number {
    if (this.worker.pid === undefined) throw new Error('the worker has no process');
    return this.worker.pid;
  }
}
