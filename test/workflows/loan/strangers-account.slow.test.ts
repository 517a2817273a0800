import type { LoanFile } from '../../../src/domain/loan/input';
import { matchNames } from '../../../src/domain/names/matching';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import { guarantor } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();
/** An account that the sandbox holds in the name of a stranger to every borrower here. */
const ACCOUNT = { accountNumber: '9000000001', bankCode: '900' };
const STRANGER = { firstName: 'Sandbox', lastName: 'Merchant' };
const HOLDER = `${STRANGER.firstName} ${STRANGER.lastName}`;

type Customer = LoanFile['customer'];

const enrol = async (customer: Customer): Promise<Steered> =>
  environment.start('enrolmentWorkflow', caseId('enrolment', customer.reference), { customer });

/** A customer whom the bank has verified before. */
async function verified(): Promise<Customer> {
  const { customer } = loanFile();
  await (await enrol(customer)).result();
  return customer;
}

let underWay = 0;

/** A customer whose enrolment runs for another hour. */
async function beingVerified(): Promise<Customer> {
  const { customer } = loanFile({ bvn: String(99_999_905_000 + ++underWay) });
  await (await enrol(customer)).untilStage('KYC', 1);
  return customer;
}

const paidTo = (changes: Partial<Customer> = {}, more: Partial<LoanFile> = {}): LoanFile => {
  const file = loanFile();
  return { ...file, disbursementAccount: ACCOUNT, ...more, customer: { ...file.customer, ...changes } };
};

/** How a loan can be started so that a stranger's account looks like its borrower's. */
const ways: Readonly<Record<string, () => Promise<LoanFile> | LoanFile>> = {
  'with the account': () => paidTo(),
  'with a business that is named as the holder': () => paidTo({}, { businessName: HOLDER }),
  'in the name of the holder, for a customer whom the bank knows': async () =>
    paidTo({ bvn: (await verified()).bvn, ...STRANGER }),
  'in the name of the holder, after the enrolment of the customer': async () =>
    paidTo({ ...(await verified()), ...STRANGER }),
  'in the name of the holder, while the customer is enrolled': async () =>
    paidTo({ ...(await beingVerified()), ...STRANGER }),
  'with all that is the holder, while the customer is enrolled': async () =>
    paidTo({ reference: (await beingVerified()).reference, dateOfBirth: '1980-05-05', ...STRANGER }),
  'without the account, which is named later': () => loanFile(),
};

interface Person {
  readonly actor: string;
  readonly role: string;
}

/** What people say as often as the loan lets them. */
const words: Readonly<Record<string, object>> = {
  confirmCustomer: { reason: 'CHECKED_WITH_BORROWER' },
  setDisbursementAccount: ACCOUNT,
  confirmAccountHolder: { endsWith: '0001', reason: 'CHECKED_WITH_BORROWER' },
  acceptOffer: {},
  agreeToTerms: {},
  addGuarantor: guarantor,
};

/** Loans for which somebody has named the account: named again and again, nothing else would be decided. */
const named = new WeakSet<Steered>();

/** They agree to all that is proposed, and say all that they may, whether it is taken or not. */
async function speak(loan: Steered, people: readonly Person[]): Promise<void> {
  const tell = (command: string, fields: object) => loan.tell(command, fields).catch(() => undefined);
  for (const person of people) {
    const { commands, proposals = [] } = await loan.snapshot();
    for (const { digest: expectedDigest } of proposals)
      await tell('confirmProposal', { ...person, expectedDigest });
    const done = proposals.map(({ command }) => command);
    if (named.has(loan)) done.push('setDisbursementAccount');
    for (const command of commands.filter((name) => name in words && !done.includes(name))) {
      if (command === 'setDisbursementAccount') named.add(loan);
      await tell(command, { ...words[command], ...person });
    }
  }
}

/** Whom the loan is paid to: in the bank's own record, the customer has this name or another. */
async function payee(loan: Steered): Promise<string> {
  const { applicationId } = (await loan.snapshot()).facts;
  const application = environment.bank.applications.get(String(applicationId));
  if (application?.disbursementAccount?.account_number !== ACCOUNT.accountNumber) return 'nobody else';
  const { profile } = environment.bank.customers.get(application.request.customer_id)!;
  const verdict = matchNames(`${profile.first_name} ${profile.last_name}`, HOLDER);
  return verdict === 'match' ? 'the customer' : 'a stranger';
}

const officer = { actor: 'officer-1', role: 'officer' };
const supervisor = { actor: 'supervisor-1', role: 'supervisor' };
const borrower = { actor: 'borrower-1', role: 'borrower' };

/** Starts a loan each way, lets people speak, and tells whom each is paid to after a day. */
async function payees(people: readonly Person[]): Promise<Record<string, string>> {
  const loans: Record<string, Steered> = {};
  for (const [way, file] of Object.entries(ways)) loans[way] = await environment.startLoan(await file());
  for (let hours = 0; hours < 24; hours += 2) {
    for (const loan of Object.values(loans)) await speak(loan, people);
    await environment.sleep(120);
  }
  const paid: Record<string, string> = {};
  for (const [way, loan] of Object.entries(loans)) {
    paid[way] = await payee(loan);
    const { repaymentWorkflowId } = (await loan.snapshot()).ended
      ? await loan.result<{ repaymentWorkflowId?: string }>()
      : {};
    if (repaymentWorkflowId !== undefined) await environment.found(repaymentWorkflowId).handle.terminate();
  }
  return paid;
}

const each = (payee: string) => Object.fromEntries(Object.keys(ways).map((way) => [way, payee]));

test.each([
  ['an officer alone', [officer]],
  ['a borrower alone', [borrower]],
  ['an officer and a borrower together', [officer, borrower]],
])('%s gets no loan paid to a stranger, however it is started', async (_who, people) => {
  expect(await payees(people)).toEqual(each('nobody else'));
});

test('two officers together get a loan paid to another name, unless the bank has to correct its record first', async () => {
  expect(await payees([officer, supervisor])).toEqual({
    ...each('a stranger'),
    'in the name of the holder, for a customer whom the bank knows': 'nobody else',
    'in the name of the holder, after the enrolment of the customer': 'nobody else',
  });
});
