import type { Client } from '@temporalio/client';
import { openDesk, type OpenDesk } from '../bench/desk/open-desk';
import { readConfig } from '../src/config/read-config';
import type { AuthorityMode } from '../src/domain/case/proof';
import { startStack, type Stack } from '../stack/run-stack';
import type { StackRecords } from '../stack/stack-records';
import { readStackOptions } from '../stack/stack-options';
import type { Sandbox } from '../sandbox/app';
import type { startDevServer } from '../stack/dev-server';
import { interruption } from '../src/temporal/run-program';
import { Interrupted } from '../stack/interrupted';
import { Workers } from './faults/workers';

/** Ports of its own, and a limit out of reach: these runs are about lost replies and killed processes. */
const OPTIONS = [
  '--port',
  '0',
  '--ui-port',
  '0',
  '--sandbox-port',
  '0',
  '--limit',
  '1000000',
  '--no-schedules',
];
const WINDOW = ['--window-seconds', '900'];
/** A day passes in a third of a second, as in the demo. */
const USUAL_RATE = 259_200;

const DECADE_SECONDS = 10 * 365 * 86_400;

/** The whole stack, with worker processes that can be frozen, killed and replaced. */
export class TestEnvironment {
  readonly workers: Workers;
  private readonly desks: OpenDesk[] = [];

  constructor(readonly stack: Stack) {
    this.workers = new Workers(stack);
    // While a killed worker is missed, months pass: that must not end a loan for want of an answer.
    stack.sandbox.state.rules.add({
      subject: 'loan',
      when: {},
      then: { offerValiditySeconds: DECADE_SECONDS },
    });
  }

  get client(): Client {
    return this.stack.client;
  }

  get sandbox(): Sandbox {
    return this.stack.sandbox;
  }

  get records(): StackRecords {
    return this.stack.records;
  }

  /** kill -9 of the desk, and up again. */
  async crashDesk(): Promise<void> {
    await this.stack.desk?.crash();
  }

  /** kill -9 of the database of the records, and up again on the same data, at once or after a while. */
  crashRecords(awayMs?: number): Promise<void> {
    return this.stack.records.crash(awayMs);
  }

  /** kill -9 of the Temporal server, and up again on the same data. */
  crashServer(): Promise<void> {
    return this.stack.temporal.crash();
  }

  /**
   * kill -9 of the oldest worker, and another one in its place. It is frozen first, so that what it has sent takes its
   * course at the bank (`meanwhile`) while it can neither read the reply nor do anything about it.
   */
  async killWorker(meanwhile: () => Promise<unknown>): Promise<void> {
    const [worker] = this.workers.all;
    if (!worker) throw new Error('there is no worker');
    this.workers.freeze(worker);
    await meanwhile();
    await this.workers.kill(worker);
    this.workers.hire();
  }

  /** A desk of its own, which ends with the environment. */
  async openDesk(): Promise<OpenDesk> {
    const desk = await openDesk(this.stack);
    this.desks.push(desk);
    return desk;
  }

  async stop(): Promise<void> {
    await Promise.all(this.desks.map((desk) => desk.stop()));
    await this.workers.stop();
    await this.stack.stop();
  }
}

/** What of an environment may be other than usual. */
interface Setting {
  /** Business seconds per real second; that of the demo when missing. */
  readonly rate?: number | undefined;
  /** Whether workers demand signed acts; they do when missing. */
  readonly authority?: AuthorityMode | undefined;
  /** Whether there is a desk; there is none when missing. */
  readonly desk?: boolean;
  /** Another server than that for development. */
  readonly startTemporal?: typeof startDevServer;
  /** Further settings of the workers. */
  readonly worker?: NodeJS.ProcessEnv | undefined;
}

/** Runs something in an environment of its own, and leaves nothing behind. @throws Interrupted */
export async function inTestEnvironment<R>(
  use: (environment: TestEnvironment) => Promise<R>,
  { rate = USUAL_RATE, authority = 'signed', desk = false, startTemporal, worker }: Setting = {},
): Promise<R> {
  const asked = interruption().then((code): never => {
    throw new Interrupted(code);
  });
  const { temporalCli } = readConfig(['temporalCli']);
  const options = readStackOptions([
    ...['start', ...OPTIONS, ...WINDOW, '--rate', String(rate)],
    ...(desk ? ['--desk-port', '0'] : ['--no-desk']),
  ]);
  const environment = new TestEnvironment(
    await startStack({
      ...{ ...options, authority, settings: worker, cliPath: temporalCli.path },
      ...(startTemporal && { startTemporal }),
    }),
  );
  try {
    return await Promise.race([asked, environment.workers.lost, use(environment)]);
  } finally {
    await environment.stop();
  }
}
