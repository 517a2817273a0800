import { startWorker, type WorkerEnvironment, type ProgramProcess } from '../../stack/program-process';
import type { Stack } from '../../stack/run-stack';
import { log } from '../report';

/** The worker processes of an environment: any of them can be frozen, woken, killed and replaced. */
export class Workers {
  private readonly alive: ProgramProcess[];
  private readonly frozen = new Set<ProgramProcess>();
  private readonly closing = new Set<ProgramProcess>();
  private kills = 0;
  private isSupervised = false;
  private fail: (reason: Error) => void = () => undefined;
  /** Rejected when a worker ends that was not told to. */
  readonly lost = new Promise<never>((_, reject) => (this.fail = reject));

  constructor(private readonly stack: Stack) {
    this.alive = [stack.worker];
    this.watch(stack.worker);
  }

  /** Those that have not ended, the oldest first. */
  get all(): readonly ProgramProcess[] {
    return this.alive;
  }

  get killed(): number {
    return this.kills;
  }

  /** One more. */
  hire(how: Pick<WorkerEnvironment, 'preload' | 'settings'> = {}): ProgramProcess {
    const worker = startWorker({ ...this.stack, logLevel: 'error', ...how });
    this.alive.push(worker);
    this.watch(worker);
    return worker;
  }

  /** From now on another takes the place of a worker that ends by itself, as where a platform runs them. */
  supervise(): void {
    this.isSupervised = true;
  }

  /** SIGSTOP: it does nothing any more, and does not know it. */
  freeze(worker: ProgramProcess): void {
    process.kill(pidOf(worker), 'SIGSTOP');
    this.frozen.add(worker);
  }

  /** SIGCONT, also for a worker that has frozen itself. */
  wake(worker: ProgramProcess): void {
    process.kill(pidOf(worker), 'SIGCONT');
    this.frozen.delete(worker);
  }

  /** kill -9. */
  async kill(worker: ProgramProcess): Promise<void> {
    this.closing.add(worker);
    process.kill(pidOf(worker), 'SIGKILL');
    this.kills += 1;
    await worker.ended;
    this.forget(worker);
  }

  /** Lets one finish what it has begun. */
  async dismiss(worker: ProgramProcess): Promise<void> {
    this.closing.add(worker);
    await worker.stop();
    this.forget(worker);
  }

  /** Ends all. A frozen worker does not notice SIGTERM. */
  async stop(): Promise<void> {
    for (const worker of this.alive) this.closing.add(worker);
    for (const worker of this.frozen) process.kill(pidOf(worker), 'SIGKILL');
    await Promise.all(this.alive.map((worker) => worker.stop()));
  }

  private watch(worker: ProgramProcess): void {
    void worker.ended.then((code) => {
      if (this.closing.has(worker)) return;
      if (!this.isSupervised) {
        this.fail(new Error(`A worker has ended unexpectedly (${code}).`));
        return;
      }
      log(`  a worker ended by itself (${code}); another one takes its place`);
      this.forget(worker);
      this.hire();
    });
  }

  private forget(worker: ProgramProcess): void {
    this.frozen.delete(worker);
    this.alive.splice(this.alive.indexOf(worker), 1);
  }
}

function pidOf({ pid }: ProgramProcess): number {
  if (pid === undefined) throw new Error('the worker has no process');
  return pid;
}
