import { oneOther } from '../../src/domain/case/agreement';
import { USUAL_LENDING_POLICY } from '../../src/domain/loan/policy';
import { dueAt } from '../../src/domain/repayment/instalments';
import { steering } from '../support/workflows/steering';
import {
  CHARGING,
  chargesAt,
  DAY,
  HOUR,
  MONTH,
  MONTHLY,
  PART,
  unpaid,
} from '../support/workflows/unpaid-loan';

const environment = steering();
const { reached, taken } = chargesAt(environment);
const supervisor = (actor: string) => ({ actor, role: 'supervisor' });

test('what a supervisor said of one charge is not confirmed of the next one', async () => {
  const { repayment, loanId, loanReference } = await unpaid(environment, { months: 4, policy: CHARGING });
  environment.read({ chargeSettlement: 'after-30-hours' });
  await repayment.tell('pauseCharging');
  await environment.sleep(2 * MONTH + DAY);
  for (const attempt of [1, 2])
    environment.plant({
      ...{ kind: 'reset-after', operations: ['chargeRepayment'], count: 1 },
      when: { reference: `${loanReference}-*-a${attempt}` },
    });
  await repayment.tell('resumeCharging');
  await environment.sleep(5);
  const said = { ...supervisor('boss-1'), outcome: 'NOT_TAKEN', evidence: 'Ticket 21' };
  const { proposed } = await repayment.tell('resolveCharge', said);
  const [first] = reached(loanId);
  expect((await repayment.snapshot()).proposals).toMatchObject([
    { what: expect.stringContaining(`charge ${first?.reference}`) as string },
  ]);
  while (reached(loanId).length < 2) await environment.sleep(HOUR);
  await environment.sleep(5);
  const late = { ...supervisor('boss-2'), expectedDigest: proposed };
  expect(await repayment.refusal('confirmProposal', late)).toContain(
    'The case has changed since this was proposed: another charge; propose it again',
  );
  await environment.sleep(2 * DAY);
  expect(taken(loanId).map(({ amountKobo }) => amountKobo)).toEqual([MONTHLY, MONTHLY]);
});

const TOGETHER = {
  ...USUAL_LENDING_POLICY,
  commands: { ...USUAL_LENDING_POLICY.commands, chargeNow: { confirmations: oneOther(['supervisor']) } },
};

/** Asks for what is due a day before a second instalment is; a second person is needed. */
async function askedBeforeTheSecond() {
  const { repayment, loanId } = await unpaid(environment, { months: 3, policy: CHARGING, lending: TOGETHER });
  await repayment.tell('pauseCharging');
  const [, second] = environment.bank.loans.get(loanId)!.instalments;
  const nowMs = await environment.parts().env.currentTimeMs();
  await environment.sleep((dueAt(second!.dueOn) - nowMs) / 60_000 - DAY);
  const { proposed: expectedDigest } = await repayment.tell('chargeNow');
  return { repayment, loanId, agreement: { ...supervisor('boss-2'), expectedDigest } };
}

test('a second person who agrees late to charging what is due agrees to what was due when it was proposed', async () => {
  const { repayment, loanId, agreement } = await askedBeforeTheSecond();
  expect((await repayment.snapshot()).proposals).toMatchObject([
    { what: expect.stringContaining(`dueKobo ${MONTHLY}`) as string },
  ]);
  await environment.sleep(2 * DAY);
  await repayment.tell('confirmProposal', agreement);
  await environment.sleep(HOUR);
  expect(taken(loanId).map(({ amountKobo }) => amountKobo)).toEqual([MONTHLY]);
});

test('nobody agrees to charging what was due once some of that is paid', async () => {
  const { repayment, loanId, agreement } = await askedBeforeTheSecond();
  environment.bank.loans.change(loanId, { paidKobo: PART });
  await repayment.tell('recheck');
  await repayment.until(({ facts }) => facts.repaidKobo === PART, 1);
  expect(await repayment.refusal('confirmProposal', agreement)).toContain('another dueKobo');
});
