import { condition, getExternalWorkflowHandle, setHandler, allHandlersFinished } from '@temporalio/workflow';
import { enrolmentCommands, type EnrolmentCommands } from '../domain/loan-commands';
import { enrolmentStages, type EnrolmentStage } from '../domain/loan-stages';
import { referenceIn } from '../domain/references';
import type { CustomerInput, EnrolmentInput } from '../input/loan-input';
import { Case } from './case/case';
import { CommandDesk } from './case/desk';
import { attempt, poll, sendOnce, waitFor, type Steerable } from './case/steps';
import { parsing, serviceLanes, type ServiceLanes } from './lanes';
import { enrolmentSettledSignal, joinEnrolmentSignal } from './messages';
import type { EnrolmentResult } from './results';

/**
 * Makes a customer known to the service and waits for the verdict on their identity. What exists already (customer,
 * account, enrolment, verification) is found and used, so it can be run again at any time.
 */
export async function enrolmentWorkflow(given: EnrolmentInput): Promise<EnrolmentResult> {
  const enrolment = openEnrolment(given);
  const input = await parsing.parseEnrolmentInput(given);
  const service = enrolment.begin(input);
  const { customerId, existed } = await findOrCreateCustomer(enrolment, service, input.customer);
  enrolment.file.facts.customerId = customerId;
  const accountId = await ensureAccount(enrolment, service, customerId, existed);
  const result = { ...(await verify(enrolment, service, customerId)), accountId };
  await enrolment.tellJoined(result);
  return result;
}

function openEnrolment(given: EnrolmentInput) {
  const file = new Case<EnrolmentStage>({
    kind: 'enrolment',
    reference: referenceIn((Object(given) as Partial<EnrolmentInput>).customer),
    stages: enrolmentStages,
    first: 'CUSTOMER',
  });
  const desk = new CommandDesk<EnrolmentStage, EnrolmentCommands>(file, enrolmentCommands, {
    recheck: () => void (enrolment.recheckAsked = true),
    addNote: ({ actor, text }) => file.note(actor, 'Note', text),
    assign: ({ assignee }) => void (file.assignee = assignee),
  });
  const joined = new Set<string>();
  setHandler(joinEnrolmentSignal, (given: unknown) => {
    const { workflowId } = Object(given) as { workflowId?: unknown };
    if (typeof workflowId === 'string') joined.add(workflowId);
  });
  const enrolment = {
    file,
    recheckAsked: false,
    remedies: ['retry'],
    askForRetry: () => desk.ask('retry'),
    begin(input: EnrolmentInput): ServiceLanes {
      file.clock = input.clock;
      file.deadlines = input.deadlines ?? {};
      file.publish();
      return serviceLanes(input.clock);
    },
    /** A loan that joined and has ended meanwhile no longer wants to know. */
    async tellJoined(result: EnrolmentResult): Promise<void> {
      await condition(allHandlersFinished);
      for (const workflowId of joined) {
        const loan = getExternalWorkflowHandle(workflowId);
        await loan.signal(enrolmentSettledSignal, result).catch(() => joined.delete(workflowId));
      }
    },
  };
  return enrolment satisfies Steerable;
}

async function findOrCreateCustomer(
  on: Steerable,
  { routine, once }: ServiceLanes,
  customer: CustomerInput,
): Promise<{ customerId: string; existed: boolean }> {
  const find = async () => {
    const [found] = (await routine.listCustomers({ bvn: customer.bvn, limit: 1 })).data;
    return found && { customerId: found.id, existed: true };
  };
  const send = async () => ({
    customerId: (await once.createCustomer(record(customer))).id,
    existed: false,
  });
  return attempt(on, 'Creating the customer', async () => (await find()) ?? sendOnce(on, { send, find }));
}

async function ensureAccount(
  on: Steerable & { file: Case<EnrolmentStage> },
  { routine, once }: ServiceLanes,
  customerId: string,
  mayExist: boolean,
): Promise<string> {
  on.file.enter('ACCOUNT');
  const find = async () => (await routine.listAccounts({ customer_id: customerId, limit: 1 })).data[0]?.id;
  const send = async () =>
    (await once.createAccount({ account_type: 'static', third_party: true, customer_id: customerId })).id;
  return attempt(
    on,
    'Creating the account',
    async () => (mayExist ? await find() : undefined) ?? sendOnce(on, { send, find }),
  );
}

async function verify(
  on: Steerable & { file: Case<EnrolmentStage> },
  { routine, watch }: ServiceLanes,
  customerId: string,
): Promise<EnrolmentResult> {
  on.file.enter('KYC');
  const started = await attempt(on, 'Enrolling for lending', async () => {
    const { kyc_status } = await routine.enrolCustomer({ customer_id: customerId });
    return kyc_status === 'VERIFIED' ? kyc_status : (await routine.startKyc({ customerId })).kyc_status;
  });
  if (started === 'VERIFIED') return verified(on.file, customerId);
  const decision = await waitFor(on, 'KYC_DECISION', () =>
    attempt(on, 'Asking for the KYC state', () =>
      poll(on, 'kyc', (pace) => watch.awaitKycDecision({ customerId, pace })),
    ),
  );
  if (decision.status === 'VERIFIED') return verified(on.file, customerId);
  const reason = decision.reason ?? 'no reason given';
  on.file.enter('REJECTED', reason);
  return { outcome: 'REJECTED', customerId, reason };
}

function verified(file: Case<EnrolmentStage>, customerId: string): EnrolmentResult {
  file.enter('VERIFIED');
  return { outcome: 'VERIFIED', customerId };
}

const record = (customer: CustomerInput) => ({
  first_name: customer.firstName,
  last_name: customer.lastName,
  email: customer.email,
  phone: customer.phone,
  dob: customer.dateOfBirth,
  gender: customer.gender,
  bvn: customer.bvn,
  ...(customer.nin === undefined ? {} : { nin: customer.nin }),
  ...customer.address,
});
