import { beforeRegistration, ofUnknownApplication } from './application-refusals';
import { refusal, type Example, type Subject } from '../example';
import { id } from '../samples';
import { underwriting } from './underwriting';

const params = { applicationId: id.application };

const to = (path: string) => ({ line: `POST /v1/loans/${id.application}/${path}`, params }) as const;

const bankStatement: Subject = {
  operation: 'linkBankStatement',
  source: 'inferred',
  given: 'an application',
  send: { ...to('bank-statement'), body: { sort_code: '000' } },
};

const bankStatementStatus: Subject = {
  operation: 'getBankStatementStatus',
  source: 'inferred',
  given: 'an underwritten application',
  send: { line: `GET /v1/loans/${id.application}/bank-statement/status`, params },
};

const decisioning: Subject = {
  operation: 'startDecisioning',
  source: 'inferred',
  given: 'an underwritten application',
  send: to('start-decisioning'),
};

const submit: Subject = {
  operation: 'submitUnderwriting',
  source: 'inferred',
  given: 'an application',
  send: { ...to('submit-underwriting'), body: underwriting },
};

export const loanDecision: readonly Example[] = [
  {
    ...submit,
    shows: 'takes the profile of the business',
    reply: { status: 200, body: { status: 'success', message: 'Underwriting submitted' }, mayGrow: true },
  },
  refusal(submit, 'needs the local government area', [400, 'address.lga is required'], {
    send: { ...submit.send, body: { ...underwriting, address: { ...underwriting.address, lga: undefined } } },
    malformed: true,
  }),
  refusal(submit, 'asks to wait for the registration', [422, 'Application has no loan ID'], {
    given: 'a new application',
  }),
  {
    ...bankStatement,
    shows: 'asks for the bank statement',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Bank statement requested',
        data: { requestId: 'SAMPLE-REQUEST', status: 'PENDING' },
      },
    },
  },
  refusal(bankStatement, 'refuses another sort code', [400, 'sort_code must be 3 to 6 digits'], {
    send: { ...bankStatement.send, body: { sort_code: '1' } },
    malformed: true,
  }),
  {
    ...bankStatementStatus,
    shows: 'tells the state of the bank statement',
    reply: {
      status: 200,
      body: { status: 'success', message: 'Bank statement status fetched', data: { status: 'PENDING' } },
      mayGrow: true,
    },
  },
  {
    ...decisioning,
    shows: 'starts the decision',
    reply: { status: 200, body: { status: 'success', message: 'Decisioning started' }, mayGrow: true },
  },
  refusal(
    decisioning,
    'asks to wait for the registration',
    [422, 'Application has no SME Finance reference'],
    { given: 'a new application' },
  ),
  ...[submit, bankStatement, bankStatementStatus, decisioning].map(ofUnknownApplication),
  ...[bankStatement, bankStatementStatus].map(beforeRegistration),
  ...[submit, bankStatement].map((subject) =>
    refusal(subject, 'comes too late after the offer', [422, 'Application can no longer be changed'], {
      source: 'assumed',
      given: 'an accepted offer',
    }),
  ),
  refusal(decisioning, 'comes too late after the offer', [422, 'Application can no longer be decided'], {
    source: 'assumed',
    given: 'an accepted offer',
  }),
];
