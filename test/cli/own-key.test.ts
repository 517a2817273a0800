import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY_PERSON } from '../../src/authority/key-ring';
import { newKeyPair, writeSecretFile } from '../../src/authority/person-key';
import { optionsOf } from '../../src/cli/command-options';
import { attentionText } from '../../src/cli/views/case';
import { ROLES, type Role } from '../../src/domain/case/commands';
import { kinds } from '../../src/domain/kinds';

const { payout } = kinds;
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'own-key-'))));
afterEach(() => {
  delete process.env['STARTER_KEY'];
  rmSync(folder, { recursive: true });
});

/** From now on this key signs. */
function typeAs(person: string, roles: readonly Role[]): void {
  process.env['STARTER_KEY'] = join(folder, 'key.json');
  writeSecretFile(process.env['STARTER_KEY'], newKeyPair(person, roles).file);
}

const defaultRole = (command: string) =>
  optionsOf(payout.commands[command]!, payout.usualRole).find((option) => option.long === '--role')
    ?.defaultValue as unknown;
const hints = (...actions: string[]) =>
  attentionText(payout, 'PO-1', { cause: 'late', since: '2030-01-01T00:00:00.000Z', actions })
    .split('\n')
    .slice(1)
    .map((line) => line.trim().replace(/^npm run starter -- /, ''));

test('a command is given in the role that the key of its person asserts', () => {
  expect([defaultRole('approve'), defaultRole('hold')]).toEqual(['operator', 'operator']);
  typeAs('approver-1', ['approver']);
  expect(defaultRole('approve')).toBe('approver');
});

test("a desk's key asserts every role, and so chooses none but the usual one", () => {
  typeAs(ANY_PERSON, ROLES);
  expect([defaultRole('approve'), defaultRole('hold')]).toEqual(['operator', 'operator']);
});

test('the line under what needs attention works with the key of the person who reads it, or says for whom it is', () => {
  expect(hints('approve')).toEqual([
    'payout approve PO-1 --expected-digest <expected-digest> --actor <your-id>',
  ]);
  typeAs('approver-1', ['approver']);
  expect(hints('approve')).toEqual(['payout approve PO-1 --expected-digest <expected-digest>']);
  expect(hints('retry')).toEqual([
    expect.stringMatching(
      /^payout retry PO-1\b.* # operator or supervisor: your key asserts none of these roles$/,
    ),
  ]);
});
