import { provenPayout } from '../../test/support/activities/gate';
import { causeOfAttention, startPayout } from './approved-payout';
import { makerOf } from './environment';
import type { Attempt, Twin } from './sending';

/** Of each part: no person needs to approve so little. */
const PART_KOBO = 900_000;
/** So many parts are within what one person may have paid in a day. */
const PARTS = 2;

/** Parts that lie within the limit of their maker are paid. */
export const withinLimit: Twin = async (client, reference, { committed }) => {
  const madeBy = makerOf(reference);
  const parts = Array.from({ length: PARTS }, (_, part) => `${reference}-part-${part}`);
  for (const part of parts) {
    const handle = await startPayout(client, provenPayout(part, { amountKobo: PART_KOBO, madeBy }));
    await handle.result();
  }
  return parts.every((part) => committed(part) === 1);
};

/** One part more passes the limit, though no rule asks for an approval. */
const oneMore: Attempt = async (client, { payout: { reference } }, bank) => {
  const within = `WITHIN-${reference}`;
  if (!(await withinLimit(client, within, bank))) throw new Error('what is within the limit was not paid');
  const more = provenPayout(reference, { amountKobo: PART_KOBO, madeBy: makerOf(within) });
  const handle = await startPayout(client, more);
  const cause = await causeOfAttention(handle);
  await handle.terminate('the attempt is over').catch(() => undefined);
  if (bank.committed(reference) === 0 && !cause.includes('limit of the policy'))
    throw new Error(`something else has stopped it: ${cause}`);
  return bank.committed(reference) > 0;
};

/** A sum in parts that each pass under every rule. */
export const bySplitting: readonly [string, Attempt][] = [
  ['a payout that its maker splits until the parts pass the limit of a day', oneMore],
];
