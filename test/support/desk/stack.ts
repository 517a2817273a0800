import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Program } from '../program';
import { Browser } from './browser';

/** The whole stack with a desk, as people start it, on ports of its own and with acts that are signed. */
export interface DeskStack {
  readonly url: string;
  /** The address of the records for the program's role. */
  readonly databaseUrl: string;
  /** The key that the rows of its desk are sealed with. */
  readonly namesKeyFile: string;
  /** The ring of keys that its workers follow. */
  readonly ringFile: string;
  /** What its login provider calls itself. */
  readonly issuer: string;
  /** What a program of the demonstration is given, as the stack prints it. */
  readonly programVariables: Readonly<Record<string, string>>;
  /** The address of its Temporal, for the command line. */
  readonly temporalAddress: string;
  /** The address of its emulated bank. */
  readonly sandboxUrl: string;
  /** The process that runs all of it. */
  readonly program: Program;
  stop(): Promise<unknown>;
}

const PORTS = ['--port', '--ui-port', '--sandbox-port', '--desk-port'].flatMap((port) => [port, '0']);

/** Starts one; its clock is that of `npm start` where no option says otherwise, and the bank's window is wide. */
export async function deskStack(
  env: Record<string, string> = {},
  options: readonly string[] = ['--no-schedules'],
): Promise<DeskStack> {
  const program = new Program('stack/main.ts', ['start', ...PORTS, '--limit', '100000', ...options], {
    AUTHORITY: 'signed',
    ...env,
  });
  const [, url = ''] = await program.logged(/Officers' desk +(http\S+)/);
  const [, printed = ''] = await program.logged(/a program gets +(\S.*)/);
  const [, temporalAddress = ''] = await program.logged(/Temporal +(\d\S+|localhost:\d+)/);
  const [, sandboxUrl = ''] = await program.logged(/Emulated bank +(http:\/\/[^/]+)/);
  const [, envFile = ''] = await program.logged(/Audit +\. (\S+)/);
  const [, databaseUrl = ''] = /DATABASE_URL='([^']+)'/.exec(readFileSync(envFile, 'utf8')) ?? [];
  const { headers } = await fetch(`${url}/api/login`, { redirect: 'manual' });
  return {
    url,
    issuer: new URL(headers.get('location') ?? '').origin,
    databaseUrl,
    namesKeyFile: join(dirname(envFile), 'desk-names.key'),
    ringFile: join(dirname(envFile), 'keys.json'),
    temporalAddress,
    programVariables: Object.fromEntries(
      printed.split(' ').map((one) => one.split(/=(.*)/).slice(0, 2) as [string, string]),
    ),
    sandboxUrl,
    program,
    stop: () => {
      program.interrupt();
      return program.ended;
    },
  };
}

/** A user of the demonstration, logged in. */
export async function loggedIn(url: string, user: string): Promise<Browser> {
  const browser = new Browser(url);
  const landed = await browser.logIn(user);
  if (browser.session === '') throw new Error(`${user} is not logged in: ${landed.status} ${landed.text}`);
  return browser;
}
