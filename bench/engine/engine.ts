import { atLeast, atMost, type Report } from '../report';
import { measureActs } from './acts';
import { alternate, blocksOf } from './alternation';
import { measureLevels } from './levels';
import { openVariants, SETTINGS, VARIANTS, type VariantName } from './variants';

/**
 * Payouts with the rate limit out of reach: how many, how soon, at what cost; how soon an update is answered; and what
 * our payouts cost beside a workflow that does nothing, with and without encryption and signatures.
 */
export async function measureEngine(quick: boolean): Promise<Report> {
  const acts = await measureActs();
  const { figures, serverWork, ratio } = await alternate(
    (undo) => openVariants(SETTINGS, undo),
    blocksOf(quick),
  );
  const speed = (one: VariantName, other: VariantName) => ratio(one, other, ({ perSecond }) => perSecond);
  const ratios = {
    offToBare: speed('off', 'bare'),
    onToOff: speed('on', 'off'),
    onToBare: speed('on', 'bare'),
  };
  const { alone, twenty, hundred, updates } = await measureLevels(SETTINGS, quick ? 4 : 1);
  return {
    setting: {
      limit: SETTINGS.limit,
      settlement: 'at once',
      beneficiaries: 'known',
      records: 'off, in all of it',
    },
    figures: { ...figures, ...ratios, actUs: acts.p50Us },
    tables: {
      'In turn, 20 at a time': VARIANTS.map((variant) => ({ variant, ...figures[variant] })),
      'What the server does': serverWork,
      Acts: [acts],
      'Payouts, encrypted': [alone, twenty, hundred],
      Updates: [updates],
    },
    bars: [
      atLeast('signed and encrypted, to neither', ratios.onToOff, 0.85),
      atLeast('neither, to bare workflows', ratios.offToBare, 0.85),
      atLeast('signed and encrypted, to bare workflows', ratios.onToBare, 0.7),
      atMost('an act checked: p50, µs of the processor', acts.p50Us, 1_000),
      atMost('one payout alone: p50, ms', alone.p50Ms, 100),
      atLeast('payouts a second, 20 at a time', twenty.payoutsPerS, 20),
      atMost('an update answered: p50, ms', updates.p50Ms, 50),
    ],
  };
}
