import { randomInt } from 'node:crypto';
import { operationNames, type OperationName } from '../bank/contract';
import { Connection } from '../bank/client';
import type { BankKey } from '../bank/keys';
import type { Log } from './replies/answer';
import type { Facts } from './plan/step';
import { Findings, report, type Report } from './report';
import { Knowledge } from './plan/knowledge';
import { leadingTo, moneyMoving } from './plan';
import { askHarmlessly } from './readings/questions';
import { Exchanges } from './readings/exchanges';
import { readingsSeen } from './readings/report';
import { PlanRunner } from './plan/plan-runner';

/** What to probe, and how far to go. */
export interface Probe {
  readonly baseUrl: URL;
  readonly key: BankKey;
  readonly apiKey: BankKey;
  readonly timeoutMs: number;
  readonly patienceMs: number;
  readonly rows?: ReadonlySet<OperationName>;
  readonly movesMoney: boolean;
  /** Whether to ask, after the rows, what shows how the bank reads what the interface leaves open. */
  readonly asksForReadings: boolean;
  /** Known beforehand: the BVN of the test customer, the account that pays. */
  readonly given: Facts;
  readonly log: Log;
}

/**
 * Asks a service for everything the contract knows, and says which rows hold.
 * @throws CannotReach
 */
export async function probe(settings: Probe): Promise<Report> {
  const { baseUrl, patienceMs, log, rows = new Set(operationNames) } = settings;
  const connection = new Connection({ ...settings, baseUrl: baseUrl.href });
  const knowledge = new Knowledge({ ...freshNames(), ...settings.given }, standIns(baseUrl));
  const findings = new Findings();
  const exchanges = new Exchanges();
  try {
    const runner = new PlanRunner(
      connection,
      { leftOut: leftOut(settings), patienceMs, log, exchanges },
      knowledge,
      findings,
    );
    await runner.run(leadingTo(rows));
    if (settings.asksForReadings) await askHarmlessly(connection, exchanges, log);
  } finally {
    await connection.close();
  }
  const shown = operationNames.filter((name) => rows.has(name));
  return report(
    (baseUrl.origin + baseUrl.pathname).replace(/\/$/, ''),
    shown.map((name) => findings.of(name)),
    readingsSeen(exchanges),
  );
}

/** Whether an address is this machine's own, where nothing real can be harmed. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

const freshNames = (): Facts => ({
  stamp: Date.now().toString(36),
  bvn: `2${String(randomInt(1e10)).padStart(10, '0')}`,
});

/** Where no address is set yet, an emulated bank may be given an address that leads nowhere. */
const standIns = (baseUrl: URL): Facts =>
  isLoopback(baseUrl) ? { webhookUrl: 'https://webhook.example/contract-probe' } : {};

const leftOut = ({ movesMoney }: Probe): ReadonlyMap<OperationName, string> =>
  new Map(movesMoney ? [] : [...moneyMoving].map((name) => [name, 'it moves money: --include-money']));
