import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../src/desk/http/openapi';
import { lookAtClient, lookAtDeskFiles, lookAtRunningDesk } from '../../src/cli/doctor/desk';
import { examine } from '../support/cli/examine';
import { writeNamesKey } from '../../src/desk/names-key';

const before = process.env;
const folder = mkdtempSync(join(tmpdir(), 'doctor-of-desk-'));
const at = (file: string) => join(folder, file);
const written = (file: string, content: string) => {
  writeFileSync(at(file), content, { mode: 0o600 });
  return at(file);
};
beforeAll(() => writeNamesKey(at('names.key')));
beforeEach(() => {
  process.env = {
    ...before,
    DESK_NAMES_KEY_FILE: at('names.key'),
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'desk',
  };
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

test('a desk whose files have the right content is fine', async () => {
  process.env.DESK_ROLES_FILE = written('roles.json', '{ "roles": { "Lending": ["officer"] } }');
  expect(await lookAtDeskFiles()).toMatchObject([{ verdict: 'fine' }]);
});

test.each([
  ['a key of names that is too short', 'DESK_NAMES_KEY_FILE', 'short', /must hold 32 bytes/],
  ['a misspelt role', 'DESK_ROLES_FILE', '{ "roles": { "Lending": ["oficer"] } }', /roles\.Lending\.0/],
  ['no public key of the audit', 'AUDIT_KEY_FILE', 'none', /cannot be used/],
  ['no public key of the signer', 'AUDIT_SIGNER_KEY_FILE', 'none', /cannot be used/],
])(
  'a file of the desk that holds %s is wrong, as the desk would not start',
  async (_what, variable, content, found) => {
    process.env[variable] = written('wrong', content);
    expect(await lookAtDeskFiles()).toMatchObject([
      { verdict: 'wrong', found: expect.stringMatching(found), todo: expect.stringContaining('correct') },
    ]);
  },
);

test('of a key file that others can read the doctor prints the command that closes it', async () => {
  chmodSync(at('names.key'), 0o644);
  const [found] = await lookAtDeskFiles();
  chmodSync(at('names.key'), 0o600);
  expect(found).toMatchObject({ verdict: 'wrong', todo: `chmod 600 ${at('names.key')}` });
});

test('a mapping of roles of another shape is told without an empty field before it', async () => {
  process.env.DESK_ROLES_FILE = written('roles.json', '["officer"]');
  expect(await lookAtDeskFiles()).toMatchObject([
    { found: expect.stringMatching(/roles\.json: Invalid input: expected object/) },
  ]);
});

/** Whatever is asked at the address of the desk, this is answered. */
async function answering(text: string): Promise<() => void> {
  const server = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.DESK_PORT = String((server.address() as AddressInfo).port);
  return () => void server.close();
}

test('a desk that does not run is wrong, and so is another program at its address', async () => {
  const close = await answering('another program');
  expect(await lookAtRunningDesk()).toMatchObject([
    { verdict: 'wrong', found: expect.stringMatching(/^something else than a desk answers at http:/) },
  ]);
  close();
  expect(await lookAtRunningDesk()).toMatchObject([
    {
      ...{ verdict: 'wrong', found: `nothing answers at http://127.0.0.1:${process.env.DESK_PORT}` },
      todo: expect.stringContaining('start the desk'),
    },
  ]);
  const end = await answering(JSON.stringify(openApiDocument('https://desk.example')));
  expect(await lookAtRunningDesk()).toMatchObject([{ verdict: 'fine' }]);
  end();
});

/** A login provider that answers with a status and an error whoever asks it for tokens. */
async function provider(status: number, error: string, challenge = false) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const headers = {
      'content-type': 'application/json',
      ...(challenge && { 'www-authenticate': 'Basic realm="provider"' }),
    };
    const issuer = process.env.OIDC_ISSUER;
    if (request.url !== '/token')
      return response
        .writeHead(200, headers)
        .end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token` }));
    asked.push(request.headers.authorization ?? '');
    return response.writeHead(status, headers).end(JSON.stringify({ error }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.OIDC_ISSUER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.OIDC_CLIENT_SECRET = 'secret';
  return { asked, close: () => void server.close() };
}

test.each([
  [400, 'invalid_grant', false, 'fine', /knows the desk/],
  [401, 'invalid_client', false, 'wrong', /refuses the client.*OIDC_CLIENT_SECRET.*invalid_client/],
  [401, 'invalid_client', true, 'wrong', /refuses the client.*OIDC_CLIENT_SECRET/],
  [400, 'invalid_request', false, 'doubtful', /could not be told.*invalid_request/],
  [500, 'server_error', false, 'doubtful', /could not be told/],
])(
  'a login provider that answers a code which it never gave with %d %s (challenge: %s) shows that the secret of the desk is %s',
  async (status, error, challenge, verdict, found) => {
    const { asked, close } = await provider(status, error, challenge);
    const [finding] = await lookAtClient();
    close();
    expect(finding).toMatchObject({ what: 'Client', verdict, found: expect.stringMatching(found) });
    expect(JSON.stringify(finding)).not.toContain('"secret"');
    expect(asked).toEqual([`Basic ${Buffer.from('desk:secret').toString('base64')}`]);
  },
);

test('a login provider that is away is not told of twice', async () => {
  const { close } = await provider(400, 'invalid_grant');
  close();
  expect(await lookAtClient()).toEqual([]);
});

test('a mistake in a setting of the desk stands under its environment, not under what is looked at with it', async () => {
  Object.assign(process.env, { DESK_TRUST_PROXY: 'all', TEMPORAL_ADDRESS: '127.0.0.1:64999' });
  const { findings } = await examine('desk');
  expect(findings.filter(({ found }) => found.includes('DESK_TRUST_PROXY'))).toMatchObject([
    { what: 'Environment', verdict: 'wrong' },
  ]);
});
