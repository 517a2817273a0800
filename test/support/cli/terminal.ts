import { runCli } from '../../../src/cli/program';

/** What a command line printed, and its exit code. */
export interface Session {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Types a command line in this process. */
export async function type(line: string): Promise<Session> {
  const printed = { out: '', err: '' };
  const catching = (where: keyof typeof printed) => (text: unknown) => {
    printed[where] += String(text);
    return true;
  };
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation(catching('out')),
    jest.spyOn(process.stderr, 'write').mockImplementation(catching('err')),
  ];
  try {
    const code = await runCli(line.split(' '));
    return { code, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
