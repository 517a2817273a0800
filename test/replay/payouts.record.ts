import { holderOf } from '../../src/sandbox/money/banks';
import { payoutFile } from '../workflows/sample';
import type { Steered, Steering } from '../workflows/steering';
import { records } from './recording';

const SOURCE = '9000000001';
const BANK = '901';
const PAID = '0123456789';
const FAILED = '0000000004';

const start = (theatre: Steering, accountNumber: string, name = holderOf(BANK, accountNumber)) =>
  theatre.startPayout(payoutFile(name, accountNumber, SOURCE));

async function settled(name: string, payout: Steered): Promise<Record<string, Steered>> {
  await payout.result();
  return { [name]: payout };
}

/** A payout whose beneficiary's account is held in another name. */
async function doubtful(theatre: Steering): Promise<Steered> {
  const payout = await start(theatre, PAID, 'Somebody Else');
  await payout.untilAttention();
  return payout;
}

/** Every way a payout can go. */
records(
  async (theatre) => settled('payout-success', await start(theatre, PAID)),
  async (theatre) => settled('payout-failed', await start(theatre, FAILED)),
  async (theatre) => {
    theatre.world.rules.add({
      subject: 'payout',
      when: { amount: 2_500_000 },
      then: { afterSeconds: 1, reversedAfterSeconds: 1 },
      count: 1,
    });
    return settled('payout-reversed', await start(theatre, PAID));
  },
  async (theatre) => {
    theatre.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
    return settled('payout-reply-lost', await start(theatre, PAID));
  },
  async (theatre) => {
    const payout = await doubtful(theatre);
    await payout.tell('confirmName', { reason: 'KNOWN_ALIAS', role: 'operator' });
    return settled('payout-name-confirmed', payout);
  },
  async (theatre) => {
    const payout = await doubtful(theatre);
    await payout.tell('cancel', { reason: 'WRONG_BENEFICIARY', role: 'operator' });
    return settled('payout-cancelled', payout);
  },
);
