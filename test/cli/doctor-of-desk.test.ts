import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAtDeskFiles } from '../../src/cli/doctor/desk';
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
