import { beforeRegistration, ofUnknownApplication } from './application-refusals';
import { refusal, type Example, type Subject } from '../example';
import { at, fileUrl, id } from '../samples';

const params = { applicationId: id.application };

const to = (path: string) => ({ line: `POST /v1/loans/${id.application}/${path}`, params }) as const;

const terms: Subject = {
  operation: 'agreeToTerms',
  source: 'inferred',
  given: 'an accepted offer',
  send: to('terms/agree'),
};

const resolution: Subject = {
  operation: 'submitBoardResolution',
  source: 'inferred',
  given: 'an uploaded resolution',
  send: { ...to('board-resolution'), body: { board_resolution_url: fileUrl } },
};

const invite: Subject = {
  operation: 'inviteGuarantor',
  source: 'inferred',
  given: 'an accepted offer',
  send: {
    ...to('guarantor'),
    body: {
      first_name: 'Test',
      last_name: 'Guarantor',
      phone: '08000000001',
      email: 'guarantor@example.com',
    },
  },
};

const guarantor = { id: id.guarantor, ...invite.send.body, inviteSentAt: at, submittedAt: null };

const guarantors: Subject = {
  operation: 'listGuarantors',
  source: 'inferred',
  given: 'agreed terms',
  send: { line: `GET /v1/loans/${id.application}/guarantor`, params },
};

const finish: Subject = {
  operation: 'submitPostOfferKyc',
  source: 'inferred',
  given: 'a submitted resolution',
  send: to('post-offer-kyc'),
};

export const loanClosing: readonly Example[] = [
  {
    ...terms,
    shows: 'agrees to the terms',
    reply: { status: 200, body: { status: 'success', message: 'Terms accepted', data: {} } },
  },
  {
    ...resolution,
    shows: 'hands in the board resolution',
    reply: { status: 200, body: { status: 'success', message: 'Board resolution submitted', data: {} } },
  },
  refusal(resolution, 'needs the address of the document', [400, 'board_resolution_url is required'], {
    send: { ...resolution.send, body: {} },
    malformed: true,
  }),
  refusal(resolution, 'refuses what is not an address', [400, 'board_resolution_url must be a valid URL'], {
    send: { ...resolution.send, body: { board_resolution_url: 'somewhere' } },
    malformed: true,
  }),
  refusal(
    resolution,
    'comes after the acceptance',
    [400, 'Offer must be accepted before uploading board resolution'],
    { given: 'an offer' },
  ),
  refusal(resolution, 'says that the document was never uploaded', [400, 'Document not found'], {
    given: 'an accepted offer',
    send: { ...resolution.send, body: { board_resolution_url: 'https://files.example/unknown.pdf' } },
  }),
  {
    ...invite,
    shows: 'invites a guarantor',
    reply: {
      status: 201,
      body: { status: 'success', message: 'Guarantor invited', data: guarantor },
      optional: ['submittedAt'],
    },
  },
  {
    ...guarantors,
    shows: 'lists the guarantors',
    reply: {
      status: 200,
      body: { status: 'success', message: 'Guarantors fetched', data: [guarantor] },
      optional: ['submittedAt'],
    },
  },
  {
    ...finish,
    shows: 'completes what follows the offer',
    reply: { status: 200, body: { status: 'success', message: 'Post-offer KYC saved', data: {} } },
  },
  refusal(finish, 'asks for the terms first', [400, 'Please agree to terms of use before proceeding'], {
    given: 'an offer',
  }),
  refusal(
    finish,
    'asks for the board resolution of a company',
    [400, 'Please upload your board resolution document before proceeding'],
    { given: 'agreed terms' },
  ),
  refusal(finish, 'asks for the acceptance', [400, 'Please accept your loan offer before proceeding'], {
    given: 'terms agreed too early',
  }),
  refusal(
    finish,
    'asks for another board resolution',
    [400, 'Please address the admin review feedback on your board resolution document'],
    { given: 'a failed resolution' },
  ),
  refusal(
    finish,
    'asks for a guarantor',
    [400, 'Please address the admin review feedback on your guarantor document'],
    { given: 'a guarantor asked for' },
  ),
  ...[terms, resolution, invite, guarantors, finish].map(ofUnknownApplication),
  ...[terms, resolution, invite, guarantors, finish].map(beforeRegistration),
];
