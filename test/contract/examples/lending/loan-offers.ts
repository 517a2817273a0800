import { beforeRegistration, ofUnknownApplication } from './application-refusals';
import { refusal, type Example, type Subject } from '../example';
import { at, beneficiaryNumber, id } from '../samples';

const params = { applicationId: id.application };
const unknown = { applicationId: id.unknown };

const to = (path: string) => ({ line: `POST /v1/loans/${id.application}/${path}`, params }) as const;

const fetchOffer: Subject = {
  operation: 'getOffer',
  source: 'inferred',
  given: 'an offer',
  send: { line: `GET /v1/loans/${id.application}/offer`, params },
};

const accept: Subject = {
  operation: 'acceptOffer',
  source: 'specified',
  given: 'an offer',
  send: to('offer/accept'),
};

const decline: Subject = {
  operation: 'declineOffer',
  source: 'inferred',
  given: 'an offer',
  send: { ...to('offer/decline'), body: { decline_reason: 'HIGH_INTEREST' } },
};

const disburseTo: Subject = {
  operation: 'setDisbursementAccount',
  source: 'inferred',
  given: 'an offer',
  send: {
    ...to('disbursement-account'),
    body: { account_number: beneficiaryNumber, bank_code: '000' },
  },
};

export const loanOffers: readonly Example[] = [
  {
    ...fetchOffer,
    shows: 'fetches the offer with its instalments',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Loan offer fetched',
        data: {
          id: id.offer,
          offerAmount: 50000000,
          tenure: 6,
          interestRate: 4,
          repaymentSchedule: [
            { dueDate: '2026-02-15', principalDue: 8333333, interestDue: 2000000, totalDue: 10333333 },
          ],
          offerStatus: 'PENDING',
          expiresAt: at,
        },
      },
    },
  },
  refusal(fetchOffer, 'asks to wait for the registration', [422, 'Application has no loan ID'], {
    given: 'a new application',
  }),
  refusal(fetchOffer, 'asks to wait for the offer', [422, 'Application has no offer yet'], {
    source: 'assumed',
    given: 'an application',
  }),
  {
    ...accept,
    shows: 'accepts the offer, without data',
    reply: { status: 200, body: { status: 'success', message: 'Offer accepted' } },
  },
  {
    ...accept,
    shows: 'accepts an accepted offer again',
    source: 'inferred',
    given: 'an accepted offer',
    reply: { status: 200, body: { status: 'success', message: 'Offer accepted' } },
  },
  refusal(accept, 'says that an application does not exist', [400, 'Application not found'], {
    given: 'nothing',
    send: { line: `POST /v1/loans/${id.unknown}/offer/accept`, params: unknown },
  }),
  refusal(accept, 'refuses an expired offer', [422, 'Offer has expired'], {
    source: 'assumed',
    given: 'an expired offer',
  }),
  {
    ...decline,
    shows: 'declines the offer with a reason',
    reply: { status: 200, body: { status: 'success', message: 'Offer declined' }, mayGrow: true },
  },
  refusal(
    decline,
    'refuses another reason',
    [400, 'decline_reason must be one of: HIGH_INTEREST, OFFER_SMALL, REPAYMENT_PERIOD, CHECKING, OTHERS'],
    { send: { ...decline.send, body: { decline_reason: 'MOOD' } }, malformed: true },
  ),
  refusal(decline, 'refuses an accepted offer', [422, 'Offer is not open'], {
    source: 'assumed',
    given: 'an accepted offer',
  }),
  {
    ...disburseTo,
    shows: 'sets the account that the loan is paid into',
    reply: { status: 200, body: { status: 'success', message: 'Disbursement account set' }, mayGrow: true },
  },
  refusal(
    disburseTo,
    'refuses a number of another length',
    [400, 'account_number must be exactly 10 digits'],
    {
      send: { ...disburseTo.send, body: { account_number: '1', bank_code: '000' } },
      malformed: true,
    },
  ),
  refusal(disburseTo, 'refuses a short bank code', [400, 'bank_code must be at least 3 digits'], {
    send: { ...disburseTo.send, body: { account_number: beneficiaryNumber, bank_code: '1' } },
    malformed: true,
  }),
  ...[fetchOffer, decline, disburseTo].map(ofUnknownApplication),
  ...[accept, decline, disburseTo].map((subject) => beforeRegistration({ ...subject, source: 'assumed' })),
  ...[accept, decline].map((subject) =>
    refusal(subject, 'asks to wait for the offer', [422, 'Application has no offer yet'], {
      source: 'assumed',
      given: 'an application',
    }),
  ),
  refusal(accept, 'refuses a declined offer', [422, 'Offer is not open'], {
    source: 'assumed',
    given: 'a declined offer',
  }),
  refusal(decline, 'refuses an expired offer', [422, 'Offer has expired'], {
    source: 'assumed',
    given: 'an expired offer',
  }),
  refusal(
    disburseTo,
    'comes too late once the loan is paid out',
    [422, 'Disbursement account can no longer be changed'],
    { source: 'assumed', given: 'a loan' },
  ),
];
