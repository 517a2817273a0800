import { once } from 'node:events';
import { fork, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sample } from '../payouts';
import { freePort } from '../../src/temporal/ports';

/** A whole stack in processes of its own, whose every file and every line of log can be read. */
export interface StackProcess {
  readonly address: string;
  /** Where the sandbox delivers its events. */
  readonly receiver: string;
  readonly metrics: string;
  /** Where all its programs keep what is temporary, the databases included. */
  readonly folder: string;
  /** The documents of the examples, in a store of its own. */
  readonly documents: string;
  /** Names its records and their keys, for a shell. */
  readonly recordsFile: string;
  /** What its programs have logged, each line. */
  logged(): string;
  /** The arguments of all its programs. */
  argumentsOfPrograms(): string;
  stop(): Promise<void>;
}

const FREE_PORTS = ['--port', '--ui-port', '--sandbox-port', '--desk-port'].flatMap((name) => [name, '0']);
/** A day passes in a third of a second, as in the demo; the bank's limit is out of reach. */
const PACE = ['--rate', '259200', '--limit', '1000000', '--log-level', 'debug'];

/** On so fast a clock, three days for an approval would be a second. */
function policyFile(folder: string): string {
  const path = join(folder, 'payout-policy.json');
  writeFileSync(
    path,
    JSON.stringify({ ...sample('payout-policy'), approvals: [], approvalExpiresHours: 8_760 }),
  );
  return path;
}

export async function startStackProcess(encryption: 'on' | 'off'): Promise<StackProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'canaries-'));
  // PostgreSQL may run as a user of its own.
  chmodSync(folder, 0o711);
  const documents = join(folder, 'documents');
  cpSync(join(__dirname, '../../examples/documents'), documents, { recursive: true });
  const metrics = `127.0.0.1:${await freePort()}`;
  const program = fork(join(__dirname, '../../stack/main.ts'), ['start', ...FREE_PORTS, ...PACE], {
    env: {
      ...process.env,
      TMPDIR: folder,
      DOCUMENTS_DIR: documents,
      AUTHORITY: 'open',
      PAYOUT_POLICY_FILE: policyFile(folder),
      ENCRYPTION: encryption,
      WORKER_METRICS_ADDRESS: metrics,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let log = '';
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', (text: Buffer) => (log += text.toString()));
  const ended = once(program, 'exit');
  const stop = async () => {
    if (program.exitCode === null) program.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!log.includes('Ready.')) {
    if (program.exitCode !== null) throw new Error(`the stack has ended: ${log}`);
    await sleep(200);
  }
  const named = (pattern: RegExp) => pattern.exec(log)?.[1] ?? '';
  return {
    address: named(/TEMPORAL_ADDRESS=(\S+)\. /),
    receiver: named(/Events go to +(\S+)/),
    metrics: `http://${metrics}/metrics`,
    folder,
    documents,
    recordsFile: named(/Audit +\. (\S+)/),
    logged: () => log,
    argumentsOfPrograms: () => spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).stdout,
    stop,
  };
}
