import type { OperationName } from '../../../src/bank/contract';
import type { TestEnvironment } from '../../test-environment';
import { momentsOf, survive } from '../../faults/kills';
import { newPayout } from '../../target-cases';
import type { Row } from '../../report';
import type { Attack } from '../run';

/** The calls of a payout from its send on: it is sent, then followed. */
const calls: readonly OperationName[] = ['createPayout', 'getPayoutStatus'];

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row[]> {
  const kills = calls
    .flatMap((call) => momentsOf(call).map((moment) => ({ call, moment })))
    .filter(({ moment }) => !quick || moment === 'after the commit')
    .map((kill) => ({ ...kill, target: newPayout(environment, kill.call) }));
  const survivals = await survive(environment, kills);
  return survivals.map(({ end, entries, wasHit }, place) => {
    const effects = entries.filter(({ effect }) => effect === 'payout-committed').length;
    const fields = { moment: kills[place]!.moment, end, effects };
    return { fields, holds: wasHit && end === 'SUCCESS' && effects === 1 };
  });
}

export const payoutKill: Attack = {
  proves: 'The worker is killed (kill -9) in the middle of a payout: it succeeds, and is committed once.',
  attack,
};
