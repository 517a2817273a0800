import { once } from 'node:events';
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { StackProcess } from './stack-process';

/** How a command line ended, and what it printed. */
interface Typed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What the stack has written down for a shell: where its records and their keys are. */
export const recordsOf = (stack: StackProcess): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...readFileSync(stack.recordsFile, 'utf8').matchAll(/^export (\w+)='(.*)'$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Types a line of the project's own command line in a process of its own, beside a stack. */
export async function typeBeside(stack: StackProcess, ...line: readonly string[]): Promise<Typed> {
  const program = fork(join(__dirname, '../../src/starter.ts'), line, {
    env: {
      ...process.env,
      ...recordsOf(stack),
      TEMPORAL_ADDRESS: stack.address,
      DOCUMENTS_DIR: stack.documents,
      STARTER_ACTOR: 'officer-7',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const [out, err, [code]] = await Promise.all([
    program.stdout ? text(program.stdout) : '',
    program.stderr ? text(program.stderr) : '',
    once(program, 'exit') as Promise<[number | null]>,
  ]);
  return { code: code ?? 1, out, err };
}
