import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inheritedEnvironment } from '../src/config/read-config';

/** The command of a child server, and how to stop it. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** TERM when missing. */
  readonly stopSignal?: 'TERM' | 'INT';
  /** The user to run it as; ours when missing. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

const STOPPED_WITHIN_MS = 10_000;

/**
 * Runs a command until it ends or our end of its input closes, which happens however this process ends.
 * Ctrl-C does not reach it: the program that started it stops it when the workers are done.
 */
const UNTIL_INPUT_CLOSES = `
exec 3<&0
signal=$1; shift
"$@" </dev/null & server=$!
{ cat <&3 >/dev/null; kill "-$signal" "$server"; } 2>/dev/null & watch=$!
wait "$server"; code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

/** The process of a server, from its start to its end. It ends when our process ends. */
export class ChildServer {
  readonly ended: Promise<void>;
  private readonly shell: ChildProcess;
  private lastWords = '';
  private isGone = false;

  constructor({ command, args, env = {}, stopSignal = 'TERM', user }: ServerCommand) {
    this.shell = spawn('sh', ['-c', UNTIL_INPUT_CLOSES, 'sh', stopSignal, command, ...args], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
      env: { ...inheritedEnvironment(), ...env },
      ...user,
    });
    this.shell.stderr?.on('data', (text: Buffer) => {
      this.lastWords = (this.lastWords + text.toString()).slice(-2_000);
    });
    this.ended = once(this.shell, 'exit').then(() => void (this.isGone = true));
  }

  get hasEnded(): boolean {
    return this.isGone;
  }

  /** The last lines of its stderr. */
  get complaint(): string {
    return this.lastWords.trim();
  }

  /** Asks it to end, and kills it after 10 s. */
  async stop(): Promise<void> {
    this.shell.stdin?.end();
    const late = setTimeout(() => {
      this.kill();
    }, STOPPED_WITHIN_MS);
    await this.ended;
    clearTimeout(late);
  }

  /** Kills all its processes (SIGKILL). */
  async crash(): Promise<void> {
    this.kill();
    await this.ended;
  }

  private kill() {
    if (this.shell.pid !== undefined && !this.isGone) process.kill(-this.shell.pid, 'SIGKILL');
  }
}
