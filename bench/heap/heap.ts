import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Report } from '../report';
import { liveHeapBytes, rememberThreads } from './workflow-heap';

rememberThreads();

const LOANS = [25, 125] as const;

/** What one cached loan costs: live heap with many loans that wait for an answer, less that with few, by number. */
export async function measureHeap(): Promise<Report> {
  // Loaded only now: it loads Temporal's worker, whose threads are to be remembered.
  const { openEnvironment } = await import('./heap-environment.js');
  const environment = await openEnvironment();
  try {
    const [few, many] = LOANS;
    await environment.startLoans(few);
    const before = await settledHeap();
    await environment.startLoans(many - few);
    const after = await settledHeap();
    const kibPerLoan = Math.round((after - before) / 1024 / (many - few));
    return {
      setting: { waiting: 'for an answer to the offer' },
      tables: { 'Live heap': [{ loans: many - few, kibPerLoan }] },
      bars: [atMost('KiB per cached loan', kibPerLoan, 100)],
    };
  } finally {
    await environment.close();
  }
}

/** Temporal evicts and completes in the background for a moment. */
async function settledHeap(): Promise<number> {
  await sleep(2_000);
  return liveHeapBytes();
}
