import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { inheritedEnvironment } from '../config';

/** One of our programs in a process of its own, as in production. */
export interface ProgramProcess {
  readonly pid: number | undefined;
  /** Resolves with the exit code when the process has ended, for whatever reason. */
  readonly ended: Promise<number>;
  /** Tells the preloaded module something. */
  tell(message: object): void;
  stop(): Promise<void>;
}

/** Starts the program of a file in `src`. It ends with this process, however that ends. */
export function startProgram(file: string, env: NodeJS.ProcessEnv, preload?: string): ProgramProcess {
  const program = fork(join(__dirname, '..', `${file}${extname(__filename)}`), {
    env: { ...inheritedEnvironment(), ...env },
    execArgv: [...process.execArgv, ...(preload === undefined ? [] : ['--import', preload])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C is for the stack, which ends its programs when it is their turn.
    detached: true,
  });
  const ended = once(program, 'exit').then(([code]) => Number(code ?? 1));
  return {
    pid: program.pid,
    ended,
    tell: (message) => void program.send(message),
    stop: () => stop(program, ended),
  };
}

async function stop(program: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (program.exitCode === null && program.signalCode === null) program.kill('SIGTERM');
  await ended;
}
