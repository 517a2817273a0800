import type { Client } from '@temporalio/client';
import { readConfig } from '../src/config';
import { startStack, type Stack } from '../src/stack/run-stack';
import { readStackOptions } from '../src/stack/stack-options';
import { startWorker, type WorkerProcess } from '../src/stack/worker-process';
import type { Sandbox } from '../src/sandbox/app';
import { interruption } from '../src/temporal/interruption';

/** Ports of its own, and a limit that nobody reaches: these runs are about lost replies and killed processes. */
const OPTIONS = ['--port', '0', '--ui-port', '0', '--sandbox-port', '0', '--limit', '1000000'];
const WINDOW = ['--window-seconds', '900'];
/** A day passes in a third of a second, as in the demo. */
const RATE = ['--rate', '259200'];

const DECADE_SECONDS = 10 * 365 * 86_400;

/** Somebody ended the run by Ctrl-C; the exit code says so. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}

/** The whole stack, with a worker process that can be frozen, killed and replaced. */
export class Arena {
  private worker: WorkerProcess;
  private kills = 0;
  private frozen = false;

  constructor(private readonly stack: Stack) {
    this.worker = stack.worker;
    // While a killed worker is missed, months pass: that must not end a loan for want of an answer.
    stack.sandbox.world.rules.add({
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

  get workersKilled(): number {
    return this.kills;
  }

  /**
   * kill -9 of the worker, and another one in its place. It is frozen first, so that what it has sent takes its course
   * at the service (`meanwhile`) while it can neither read the reply nor do anything about it.
   */
  async killWorker(meanwhile: () => Promise<unknown>): Promise<void> {
    const { pid, ended } = this.worker;
    if (pid === undefined) throw new Error('the worker has no process');
    process.kill(pid, 'SIGSTOP');
    this.frozen = true;
    await meanwhile();
    process.kill(pid, 'SIGKILL');
    await ended;
    this.frozen = false;
    this.kills += 1;
    this.worker = startWorker({ ...this.stack, logLevel: 'error' });
  }

  /** A frozen worker does not hear that it is to end. */
  async stop(): Promise<void> {
    if (this.frozen && this.worker.pid !== undefined) process.kill(this.worker.pid, 'SIGKILL');
    await this.worker.stop();
    await this.stack.stop();
  }
}

/** Runs something in an arena of its own, and leaves nothing behind. @throws Interrupted */
export async function inArena<R>(use: (arena: Arena) => Promise<R>): Promise<R> {
  const asked = interruption().then((code): never => {
    throw new Interrupted(code);
  });
  const { temporalCli } = readConfig(['temporalCli']);
  const options = readStackOptions(['start', ...OPTIONS, ...WINDOW, ...RATE]);
  const arena = new Arena(await startStack({ ...options, cliPath: temporalCli.path }));
  try {
    return await Promise.race([asked, use(arena)]);
  } finally {
    await arena.stop();
  }
}
