import { refusal, type Example, type Subject } from './example';

const anyRequest: Subject = {
  operation: 'listBankUptime',
  source: 'specified',
  given: 'nothing',
  send: { line: 'GET /v1/banks/uptime' },
};

/** What every operation may answer; shown on one. The document gives the status codes, the words are ours. */
export const everywhere: readonly Example[] = [
  {
    operation: 'checkHealth',
    shows: 'says that the bank is up',
    source: 'assumed',
    given: 'nothing',
    send: { line: 'GET /v1/health' },
    reply: { status: 200, body: { status: 'success' }, mayGrow: true },
  },
  refusal(anyRequest, 'refuses a request without keys', [401, 'invalid API key'], {
    send: { ...anyRequest.send, keys: false },
  }),
  refusal(anyRequest, 'refuses a key without permission', [403, 'the key lacks permission'], {
    given: 'keys without permission',
  }),
  refusal(anyRequest, 'refuses one request too many', [429, 'too many requests'], {
    given: 'an empty window',
  }),
];
