import { atLeast, atMost, type Report, type Row } from '../report';
import { measureActs } from './acts';
import { alternate, type Alternation } from './alternation';
import { measureLevels } from './levels';
import { VARIANTS } from './variants';

/** A limit out of reach, and payouts that have settled by the time of the first read. */
const SETTINGS = { limit: 1_000_000, durations: { payoutSettlement: 0 }, seed: 'bench' };

/** Long enough that the end of a block, when fewer and fewer run, counts for little. */
const BLOCKS = { rounds: 10, count: 80, atATime: 20 };
const QUICK_BLOCKS = { rounds: 4, count: 60, atATime: 20 };

/**
 * Payouts with the rate limit out of reach: how many, how soon, at what cost; how soon an update is answered; and what
 * our payouts cost beside a workflow that does nothing, with and without encryption and signatures.
 */
export async function measureEngine(quick: boolean): Promise<Report> {
  const acts = await measureActs();
  const { figures: alternation, serverWork } = await alternate(SETTINGS, quick ? QUICK_BLOCKS : BLOCKS);
  const { alone, twenty, hundred, updates } = await measureLevels(SETTINGS, quick ? 4 : 1);
  return {
    setting: {
      limit: SETTINGS.limit,
      settlement: 'at once',
      beneficiaries: 'known',
      records: 'off, in all of it',
    },
    figures: { ...alternation, actUs: acts.p50Us },
    tables: {
      'In turn, 20 at a time': rowsOf(alternation),
      'What the server does': serverWork,
      Acts: [acts],
      'Payouts, encrypted': [alone, twenty, hundred],
      Updates: [updates],
    },
    bars: [
      atLeast('signed and encrypted, to neither', alternation.onToOff, 0.85),
      atLeast('neither, to bare workflows', alternation.offToBare, 0.85),
      atLeast('signed and encrypted, to bare workflows', alternation.onToBare, 0.7),
      atMost('an act checked: p50, µs of the processor', acts.p50Us, 1_000),
      atMost('one payout alone: p50, ms', alone.p50Ms, 100),
      atLeast('payouts a second, 20 at a time', twenty.payoutsPerS, 20),
      atMost('an update answered: p50, ms', updates.p50Ms, 50),
    ],
  };
}

const rowsOf = (alternation: Alternation): Row[] =>
  VARIANTS.map((name) => ({ variant: name, ...alternation[name] }));
