import { PAGE_SIZE } from '../../bank/contract/limits';
import { ACCEPTED, unlike } from '../../domain/loan/application';
import type { LoanInput } from '../../domain/loan/input';
import { findInList, sendOnce, unlessItStands } from '../case/send-once';
import { attempt, onceKnown } from '../case/steps';
import type { Borrower } from './enrolment';
import type { LoanCase } from './loan-case';

/**
 * Submits the application, and takes documents once the bank has registered it as it was asked for.
 * @returns the bank's id of the application
 */
export async function apply(loan: LoanCase, { customerId }: Borrower): Promise<string> {
  loan.enter('APPLICATION');
  let registered = await submit(loan, customerId);
  const differences = () => unlike(wanted(loan.input, customerId), registered);
  while (differences().length > 0) {
    await askAboutDifferences(loan, differences());
    registered = await read(loan, registered.application_id);
  }
  const { application_id: applicationId } = registered;
  loan.show({ applicationId });
  loan.documents.applicationId = applicationId;
  return applicationId;
}

/** Submits once. The customer's applications tell whether an unanswered or refused submission was registered. */
const submit = (loan: LoanCase, customerId: string) =>
  attempt(loan, 'Submitting the application', () => {
    const find = () => findRegistered(loan, customerId);
    const send = () => loan.bank.once.applyForLoan(wanted(loan.input, customerId));
    return unlessItStands(() => sendOnce(loan, { send, find }), find);
  });

const findRegistered = ({ bank, input }: LoanCase, customerId: string) =>
  findInList(
    async (page) =>
      (await bank.routine.listLoanApplications({ customer_id: customerId, page, limit: PAGE_SIZE })).data,
    {
      idOf: (application) => application.application_id,
      isWanted: ({ reference, customer_id }) => reference === input.reference && customer_id === customerId,
    },
  );

/** Read and not submitted again: some banks take the same reference as another application. */
const read = (loan: LoanCase, applicationId: string) =>
  attempt(loan, 'Reading the application', () => loan.bank.routine.getLoanApplication({ applicationId }));

const wanted = ({ application, reference }: LoanInput, customerId: string) => ({
  customer_id: customerId,
  amount: application.amountKobo,
  repayment_period: application.months,
  loan_purpose: application.purpose,
  reference,
});

/** An officer who accepts the registered terms changes the application to them. */
async function askAboutDifferences(loan: LoanCase, differences: readonly string[]): Promise<void> {
  const cause = `the bank has registered another application than was asked for: ${differences.join('; ')}`;
  loan.raiseAttention(cause, ['updateApplication', 'retry', 'withdraw']);
  await loan.askForRetry();
}

/** Statuses that show that the bank has a profile: another workflow of the loan has submitted it. */
const PAST_UNDERWRITING = ['HAS_OFFER', ...ACCEPTED];

export async function submitUnderwriting(loan: LoanCase, applicationId: string): Promise<void> {
  loan.enter('UNDERWRITING');
  await attempt(
    loan,
    'Submitting the underwriting profile',
    onceKnown(loan, () =>
      unlessItStands<unknown>(
        () => loan.bank.routine.submitUnderwriting({ applicationId, ...loan.input.underwriting }),
        async () => {
          const { status } = await loan.bank.routine.getLoanApplication({ applicationId });
          return PAST_UNDERWRITING.includes(status) ? status : undefined;
        },
      ),
    ),
  );
}
