import type { OperationName } from '../../../src/bank/contract';
import type { SandboxSettings } from '../../../sandbox/settings';
import { examples } from '../../contract/examples';
import type { Example, Precondition } from '../../contract/examples/example';
import {
  accountNumber,
  bankCode,
  fileUrl,
  id,
  pdf,
  transactionReference,
} from '../../contract/examples/samples';
import { succeeds, Stage } from './stage';

interface Prepared {
  readonly after: Precondition;
  readonly happens?: (stage: Stage) => Promise<void>;
  /** What the sandbox has to be like from the start. */
  readonly under?: SandboxSettings;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** How each precondition comes about: by the example requests themselves, one precondition after the other. */
const preconditions: Partial<Record<Precondition, Prepared>> = {
  'a bank': { after: 'nothing', happens: (stage) => play(stage, 'listBanks', { [bankCode]: 'data.1.code' }) },
  'a customer': {
    after: 'nothing',
    happens: (stage) => play(stage, 'createCustomer', { [id.customer]: 'data.id' }),
  },
  'an account': {
    after: 'a customer',
    happens: (stage) => play(stage, 'createAccount', { [accountNumber]: 'data.account.account_number' }),
  },
  'a funded account': {
    after: 'an account',
    happens: (stage) => stage.steer('transfers', { accountNumber, amountKobo: 100_000 }),
  },
  'a payout': {
    after: 'a funded account',
    async happens(stage) {
      await play(stage, 'createPayout');
      await stage.wait(60);
      await play(stage, 'listTransactions', { [transactionReference]: 'data.transactions.0.uniqueRef' });
      await play(stage, 'listWebhookEvents', { [id.event]: 'data.0.event_id' });
    },
  },
  'a webhook': { after: 'nothing', happens: (stage) => play(stage, 'setWebhook') },
  'an enrolled customer': { after: 'an account', happens: (stage) => play(stage, 'enrolCustomer') },
  'a verified customer': {
    after: 'an enrolled customer',
    async happens(stage) {
      await play(stage, 'startKyc');
      await stage.wait(HOUR);
    },
  },
  'a new application': {
    after: 'a verified customer',
    happens: (stage) => play(stage, 'applyForLoan', { [id.application]: 'data.application_id' }),
  },
  'an application': { after: 'a new application', happens: (stage) => stage.wait(60) },
  'an underwritten application': {
    after: 'an application',
    async happens(stage) {
      await play(stage, 'submitUnderwriting');
      await play(stage, 'linkBankStatement');
      await stage.wait(HOUR);
    },
  },
  'an offer': {
    after: 'an underwritten application',
    async happens(stage) {
      await play(stage, 'startDecisioning');
      await stage.wait(HOUR);
    },
  },
  'an expired offer': { after: 'an offer', happens: (stage) => stage.wait(31 * DAY) },
  'a declined offer': { after: 'an offer', happens: (stage) => play(stage, 'declineOffer') },
  'an accepted offer': { after: 'an offer', happens: (stage) => play(stage, 'acceptOffer') },
  'agreed terms': {
    after: 'an accepted offer',
    async happens(stage) {
      await play(stage, 'agreeToTerms');
      await play(stage, 'inviteGuarantor');
    },
  },
  'an uploaded resolution': {
    after: 'agreed terms',
    async happens(stage) {
      const { send } = successOf('uploadLoanDocument');
      const resolution = { ...send, body: { file_tag: 'BOARD_RESOLUTION_DOC' }, file: pdf };
      stage.cast(fileUrl, (await stage.send(resolution)).body.data.file_url);
    },
  },
  'a submitted resolution': {
    after: 'an uploaded resolution',
    async happens(stage) {
      await play(stage, 'submitBoardResolution');
      await stage.wait(DAY);
    },
  },
  'an unregistered loan': {
    after: 'a submitted resolution',
    async happens(stage) {
      await play(stage, 'submitPostOfferKyc');
      await stage.wait(5 * HOUR);
      await play(stage, 'getLoanApplication', { [id.loan]: 'data.loan_id' });
    },
  },
  'a loan': { after: 'an unregistered loan', happens: (stage) => stage.wait(60) },
  'a charged repayment': { after: 'a loan', happens: (stage) => play(stage, 'chargeRepayment') },
  'a customer without BVN': {
    after: 'nothing',
    async happens(stage) {
      const { send } = successOf('createCustomer');
      const { body } = await stage.send({ ...send, body: { ...send.body, bvn: '00000000000' } });
      stage.cast(id.customer, body.data.id);
    },
  },
  'a locked account': {
    after: 'nothing',
    async happens(stage) {
      stage.cast(accountNumber, '9000000003');
    },
  },
  'a limited account': {
    after: 'a funded account',
    async happens(stage) {
      const { send } = successOf('updateTransferLimits');
      await stage.send({ ...send, body: { per_transaction_limit: 1 } });
    },
  },
  'a bank that refuses': {
    after: 'a funded account',
    happens: (stage) =>
      stage.steer('scenarios', { subject: 'payout', when: {}, then: { refusal: 'bankRefused' } }),
  },
  'a bank that is silent': {
    after: 'a bank',
    happens: (stage) =>
      stage.steer('scenarios', { subject: 'resolve', when: {}, then: { refusal: 'bankUnresponsive' } }),
  },
  'terms agreed too early': { after: 'an offer', happens: (stage) => play(stage, 'agreeToTerms') },
  'a failed resolution': {
    after: 'a submitted resolution',
    under: { rules: [{ subject: 'loan', when: {}, then: { boardReviewFailsFirst: 1 } }] },
  },
  'a guarantor asked for': {
    after: 'a submitted resolution',
    under: {
      rules: [{ subject: 'loan', when: {}, then: { guarantorAsked: true } }],
      durations: { guarantor: 99 * DAY },
    },
  },
  'a loan that is spent': {
    after: 'a loan',
    under: { rules: [{ subject: 'borrower', when: {}, then: { spendsLoan: true } }] },
  },
};

/** A sandbox in the given precondition. */
export async function stageOf(precondition: Precondition, settings: SandboxSettings = {}): Promise<Stage> {
  if (precondition === 'an empty window') return openEmptyWindow();
  if (precondition === 'keys without permission')
    return Stage.open(settings, { 'x-service-key': 'sandbox-key-without-permission' });
  const prepared = preconditions[precondition];
  if (!prepared) return Stage.open(settings);
  const stage = await stageOf(prepared.after, { ...settings, ...prepared.under });
  await prepared.happens?.(stage);
  return stage;
}

async function openEmptyWindow(): Promise<Stage> {
  const stage = await Stage.open({ limit: 1 });
  await play(stage, 'checkHealth');
  return stage;
}

const successOf = (name: OperationName): Example =>
  examples.find((example) => example.operation === name && succeeds(example))!;

/** Sends the example request of an operation, and lets samples stand for what its reply hands out. */
async function play(stage: Stage, name: OperationName, casts: Record<string, string> = {}) {
  const { status, body } = await stage.send(successOf(name).send);
  if (status >= 300) throw new Error(`${name} was refused with ${status}: ${body.message}`);
  for (const [sample, path] of Object.entries(casts))
    stage.cast(
      sample,
      path.split('.').reduce((value, key) => value?.[key], body),
    );
}
