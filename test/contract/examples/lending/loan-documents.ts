import { refusal, type Example, type Subject } from '../example';
import { fileUrl, id, pdf } from '../samples';

const FILE_TAGS =
  'ADDITIONAL_DOCS, BANK_STATEMENTS, BUSINESS_REG_DOCS, CAC_FORM7_DOCS, FIN_ACCT_DOCS, ID_CARD_DOCS, ' +
  'PAYEE_PAYMENTS_DOCS, PENSION_PAYMENTS_DOCS, TAX_RETURNS_DOCS, ADDRESS_VERIFICATION_DOC, BOARD_RESOLUTION_DOC';

const TEN_MEGABYTES = 10 * 1024 * 1024;

const body = { file_tag: 'BUSINESS_REG_DOCS' };

const upload: Subject = {
  operation: 'uploadLoanDocument',
  source: 'specified',
  given: 'an application',
  send: {
    line: `POST /v1/loans/${id.application}/documents`,
    params: { applicationId: id.application },
    body,
    file: pdf,
  },
};

const { file: _noFile, ...withoutFile } = upload.send;

export const loanDocuments: readonly Example[] = [
  {
    ...upload,
    shows: 'stores a document and tells its address',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Loan document uploaded',
        data: { filename: pdf.filename, file_url: fileUrl, file_tag: 'BUSINESS_REG_DOCS', uploaded: true },
      },
    },
  },
  refusal(upload, 'needs a file', [400, 'file is required'], { send: withoutFile, malformed: true }),
  refusal(
    upload,
    'refuses a file of another type',
    [400, 'Only PDF and image files (JPEG, PNG) are accepted'],
    {
      send: { ...upload.send, file: { filename: 'document.txt', type: 'text/plain', content: 'plain text' } },
    },
  ),
  refusal(upload, 'refuses a file above 10 MB', [400, 'File size must not exceed 10 MB'], {
    send: { ...upload.send, file: { ...pdf, content: pdf.content.padEnd(TEN_MEGABYTES + 1, '\n') } },
  }),
  refusal(upload, 'needs a tag', [400, 'file_tag is required'], {
    send: { ...upload.send, body: {} },
    malformed: true,
  }),
  refusal(upload, 'refuses another tag', [400, `file_tag must be one of: ${FILE_TAGS}`], {
    send: { ...upload.send, body: { file_tag: 'HOLIDAY_PHOTOS' } },
    malformed: true,
  }),
  refusal(upload, 'says that an application does not exist', [400, 'Application not found'], {
    given: 'nothing',
    send: {
      ...upload.send,
      line: `POST /v1/loans/${id.unknown}/documents`,
      params: { applicationId: id.unknown },
    },
  }),
  refusal(upload, 'asks to wait for the registration', [422, 'Application has no loan ID'], {
    given: 'a new application',
  }),
];
