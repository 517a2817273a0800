import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramProcess } from '../../stack/program-process';

const AGAIN_MS = 200;

/** A program that is started again whenever it is gone, as a supervisor does it. */
export class SupervisedProgram {
  /** How often it ended without having been killed. */
  fellOver = 0;
  private program: ProgramProcess;
  private isStopping = false;
  private killed: ProgramProcess | undefined;

  constructor(private readonly start: () => ProgramProcess) {
    this.program = this.launch();
  }

  /** kill -9, and up again. */
  async kill(): Promise<void> {
    const { program } = this;
    if (program.pid === undefined) return;
    this.killed = program;
    process.kill(program.pid, 'SIGKILL');
    await program.ended;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.race([this.program.stop(), this.killLate()]);
  }

  private launch(): ProgramProcess {
    const program = this.start();
    void program.ended.then(() => this.replace(program));
    return program;
  }

  private async replace(ended: ProgramProcess): Promise<void> {
    if (ended !== this.killed && !this.isStopping) {
      this.fellOver += 1;
      await sleep(AGAIN_MS);
    }
    if (!this.isStopping) this.program = this.launch();
  }

  /** A program whose server is away may not end by itself. */
  private async killLate(): Promise<void> {
    await sleep(5_000, undefined, { ref: false });
    if (this.program.pid !== undefined) process.kill(this.program.pid, 'SIGKILL');
    await this.program.ended;
  }
}
