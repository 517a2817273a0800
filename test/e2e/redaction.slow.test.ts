import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { OperationName } from '../../src/bank/contract';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { allowedOf } from '../../src/temporal/logging';
import { diligently, runToEnd } from '../support/workflows/loan-steering';
import { loanFile, payoutFile, type Wishes } from '../support/workflows/sample';
import { steering, type Steered } from '../support/workflows/steering';
import { exposureOf } from '../support/exposure';

const person = {
  firstName: 'Zainabquartz',
  lastName: 'Verglasson',
  email: 'zainabquartz@example.com',
  phone: '08099887766',
  bvn: '22998877665',
  nin: '33998877665',
};
const guarantor = {
  firstName: 'Obsidianne',
  lastName: 'Basaltsen',
  email: 'obsidianne@example.com',
  phone: '08088776655',
};
const numbers = { statement: '0199887766', disbursement: '9000000001', beneficiary: '0188776655' };
const secrets = [...Object.values(person), ...Object.values(guarantor), ...Object.values(numbers)];

/** What the worker logs, as it is written. */
const lines: string[] = [];
const install = Runtime.install.bind(Runtime);
jest.spyOn(Runtime, 'install').mockImplementation((options) =>
  install({
    ...options,
    logger: new DefaultLogger('TRACE', ({ message, meta }) => {
      lines.push(JSON.stringify({ message, ...allowedOf(meta ?? {}) }));
    }),
  }),
);

const environment = steering();

const revealed = (text: string) =>
  secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));

async function expectDiscretion(...runs: Steered[]): Promise<void> {
  for (const run of runs) expect(revealed(await exposureOf(run))).toEqual([]);
  expect(lines).not.toEqual([]);
  expect(lines.filter((line) => revealed(line).length > 0)).toEqual([]);
}

function personalLoan(wishes: Wishes = {}) {
  const file = loanFile({ ...wishes, bvn: person.bvn });
  return {
    ...file,
    customer: { ...file.customer, ...person },
    bankStatement: { sortCode: '901', accountNumber: numbers.statement, phone: person.phone },
    disbursementAccount: { accountNumber: numbers.disbursement, bankCode: '900' },
  };
}

/** The bank repeats such values wherever it likes; by their form they can be told from anything else. */
const recognisable = secrets.filter((secret) => /\d{10}|@/.test(secret));

/** A refusal in which the bank repeats what it knows: numbers and addresses, and names that it was just sent. */
const talkative = (...sent: readonly string[]) =>
  ({ status: 400, message: `${[...sent, ...recognisable].join(', ')} cannot be taken` }) as const;

const names = [person.firstName, person.lastName];

/** The account is held in another name, which an officer has checked. */
const confirmed = { confirmAccountHolder: { endsWith: '0001', reason: 'CHECKED_WITH_BORROWER' } };

test('a loan that succeeds shows nothing personal, nor do its enrolment and its repayment', async () => {
  const file = personalLoan({ scenario: 'guarantor' });
  const loan = await environment.startLoan(file);
  await diligently(loan, ({ stage }) => stage === 'GUARANTOR', confirmed);
  await loan.tell('addGuarantor', guarantor);
  const { loanId } = await loan.result<{ loanId: string }>();
  await expectDiscretion(
    loan,
    environment.found(caseId('enrolment', file.customer.reference)),
    environment.found(caseId('repayment', loanId)),
  );
});

test.each<OperationName>(['applyForLoan', 'linkBankStatement', 'setDisbursementAccount', 'getOffer'])(
  'a loan whose %s is refused with personal words shows none of them',
  async (operation) => {
    environment.parts().refusals.plan(operation, talkative());
    const loan = await environment.startLoan(personalLoan());
    await runToEnd(environment, loan, confirmed);
    await expectDiscretion(loan);
  },
);

test.each<readonly [OperationName, readonly string[]]>([
  ['createCustomer', names],
  ['enrolCustomer', []],
  ['getKycStatus', []],
])('an enrolment whose %s is refused with personal words shows none of them', async (operation, sent) => {
  environment.parts().refusals.plan(operation, talkative(...sent));
  const file = personalLoan();
  const loan = await environment.startLoan({ ...file, customer: { ...file.customer, bvn: '22998877001' } });
  await loan.until(({ waiting }) => waiting?.for === 'ENROLMENT');
  const enrolment = environment.found(caseId('enrolment', file.customer.reference));
  await enrolment.untilAttention();
  await expectDiscretion(loan, enrolment);
});

const personalPayout = () =>
  payoutFile(`${person.firstName} ${person.lastName}`, numbers.beneficiary, '9000000002');

test('a payout whose beneficiary is confirmed by a person shows nothing personal', async () => {
  const payout = await environment.startPayout(personalPayout());
  await payout.untilAttention();
  await payout.tellTogether('confirmName', { reason: 'KNOWN_ALIAS', role: 'operator' });
  await payout.result();
  await expectDiscretion(payout);
});

test.each<readonly [OperationName, readonly string[]]>([
  ['resolveAccount', []],
  ['createPayout', [names.join(' ')]],
])('a payout whose %s is refused with personal words shows none of them', async (operation, sent) => {
  environment.parts().refusals.plan(operation, talkative(...sent));
  environment.bank.rules.add({
    subject: 'resolve',
    when: {},
    then: { accountName: `${person.firstName} ${person.lastName}` },
  });
  const payout = await environment.startPayout(personalPayout());
  await payout.untilAttention();
  await expectDiscretion(payout);
});

test('the last failure of an activity that is tried again shows nothing personal', async () => {
  environment.parts().refusals.plan('startDecisioning', { ...talkative(), status: 429 }, 100);
  const loan = await environment.startLoan(personalLoan());
  await loan.untilStage('DECISION');
  await environment.sleep(10);
  await expectDiscretion(loan);
});
