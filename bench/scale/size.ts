import { setTimeout as sleep } from 'node:timers/promises';
import type { Officer } from '../desk/officer';
import { log, percentile } from '../report';
import { undoing } from '../test-environment';
import { Lender, RATE } from './lender';
import { MONTH_DAYS, openPortfolio } from './portfolio';

const DAY_SECONDS = 86_400;
const LOOKS_AT_THE_DESK = 50;
const LISTS = [
  '/api/cases?tab=open',
  '/api/cases?tab=open&page=2',
  '/api/cases?tab=open&sort=newest&size=100',
];
/** Loans for which an event arrives while everything is down. */
const NOTIFIED = 10;

/** What so many open loans in repayment cost. */
export interface SizeFigures {
  readonly loans: number;
  /** Bytes of Temporal's database and of the records for one loan. */
  readonly bytesPerLoan: number;
  readonly recordBytesPerLoan: number;
  readonly callsPerLoanMonth: number;
  readonly refused: number;
  /** Seconds of processor time for a day of business time. */
  readonly workerCpuPerDay: number;
  readonly serverCpuPerDay: number;
  readonly listP95Ms: number;
  readonly casePageP95Ms: number;
  /** Seconds after everything was killed. */
  readonly firstCallSeconds: number;
  readonly deskSeconds: number;
  /** Loans started in a second, until all have read their schedules. */
  readonly startedPerSecond: number;
}

/** Opens so many loans in an environment of its own, and follows them for a day. @throws Interrupted */
export const measureSize = (loans: number): Promise<SizeFigures> =>
  undoing(async (undo) => {
    const lender = await Lender.open(undo);
    const portfolio = openPortfolio(lender.stack.sandbox.state, lender.clock, loans);
    const empty = await lender.bytes();
    const began = performance.now();
    await lender.startLoans(portfolio);
    while (lender.calls < loans) await sleep(500);
    const startedPerSecond = loans / ((performance.now() - began) / 1_000);
    log(`${loans} loans are started, and have read their schedules.`);
    await lender.untilListed(loans);
    log('The desk lists them all.');
    const filled = await lender.bytes();
    const observed = await observe(lender, loans);
    log('A business day has passed.');
    const atDesk = await look(
      lender,
      portfolio.map(({ loanReference }) => loanReference),
    );
    const restart = await lender.restart(portfolio.slice(0, NOTIFIED));
    log('Everything was killed and is up again.');
    return {
      loans,
      bytesPerLoan: (filled.temporal - empty.temporal) / loans,
      recordBytesPerLoan: (filled.records - empty.records) / loans,
      ...observed,
      ...atDesk,
      firstCallSeconds: restart.firstCall,
      deskSeconds: restart.desk,
      startedPerSecond,
    };
  });

async function observe(lender: Lender, loans: number) {
  const [calls, cpu] = [lender.calls, await lender.cpu()];
  await sleep((DAY_SECONDS * 1_000) / RATE);
  const used = await lender.cpu();
  return {
    callsPerLoanMonth: ((lender.calls - calls) / loans) * MONTH_DAYS,
    refused: lender.stack.sandbox.calls.toJSON().refusedByRateLimit,
    workerCpuPerDay: used.worker - cpu.worker,
    serverCpuPerDay: used.server - cpu.server,
  };
}

/** One officer looks at lists and at loans, one after the other. */
async function look({ officer }: Lender, references: readonly string[]) {
  const times = { list: [] as number[], casePage: [] as number[] };
  for (let place = 0; place < LOOKS_AT_THE_DESK; place++) {
    const reference = references[Math.floor((place / LOOKS_AT_THE_DESK) * references.length)]!;
    times.list.push(await timed(officer, LISTS[place % LISTS.length]!));
    times.casePage.push(await timed(officer, `/api/cases/loan/${reference}`));
  }
  return { listP95Ms: percentile(times.list, 95), casePageP95Ms: percentile(times.casePage, 95) };
}

/** Milliseconds until the answer is read; without end where it is none. */
async function timed(officer: Officer, path: string): Promise<number> {
  const began = performance.now();
  const { status, body } = await officer.get(path);
  if (status === 200) return performance.now() - began;
  log(`  ${path}: ${status} ${JSON.stringify(body)}`);
  return Infinity;
}
