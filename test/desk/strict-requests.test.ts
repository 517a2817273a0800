import type { Handlers } from '../../src/desk/http/run-route';
import { createApp } from '../../src/desk/http/app';
import type { LoginProvider } from '../../src/desk/login/provider';
import { Visitors } from '../../src/desk/http/visitors';
import { readRoleMapping } from '../../src/desk/login/roles';

/** A desk that knows one program, and whose lists and sessions do nothing. */
async function desk() {
  const url = 'https://desk.example';
  const provider = { claimsOf: () => Promise.resolve({ sub: 'program-1', roles: ['operator'] }) };
  const app = await createApp({
    visitors: new Visitors(undefined as never, provider as unknown as LoginProvider, readRoleMapping(), url),
    requests: undefined as never,
    handlers: { casesCsv: () => 'rows', figures: () => ({}), enquireName: () => ({}) } as unknown as Handlers,
    login: () => undefined,
    url,
    record: () => undefined,
    report: () => undefined,
  });
  const headers = { authorization: 'Bearer genuine' };
  return { get: (path: string) => app.inject({ url: path, headers }), app, headers };
}

test.each(['/api/cases.csv?stagee=OFFER', '/api/figures?stagee=OFFER'])(
  'a query that %s does not take is refused by its name',
  async (path) => {
    const answer = await (await desk()).get(path);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ mistakes: [{ message: 'unknown fields: stagee' }] });
  },
);

test('a query that a list takes is taken', async () => {
  expect((await (await desk()).get('/api/cases.csv?stage=OFFER&page=2')).statusCode).toBe(200);
});

test('a body that says that it is text is refused for its type', async () => {
  const { app, headers } = await desk();
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/name-enquiries', payload: '{}' },
    headers: { ...headers, 'content-type': 'text/plain' },
  });
  expect(answer.statusCode).toBe(415);
  expect(answer.json()).toMatchObject({ type: '/problems/wrong-type' });
});
