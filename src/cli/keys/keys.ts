import type { Command } from '@commander-js/extra-typings';
import {
  readRing,
  readRingFile,
  type RingEntry,
  type RingPasskey,
  addEnrolment,
  endKey,
  revokeDevice,
  withEnded,
} from '../../authority/key-ring';
import { refusal, wrongUse } from '../../cases/request-error';
import { examples, columns, inform, printResult } from '../terminal';
import { enrolmentIn, signEnrolment } from '../../authority/passkey-enrolment';
import { POLICY_SIGNERS } from '../../authority/policy-signatures';
import { isAmong } from '../../domain/case/agreement';
import { addCreate, addReceiptKey, addRequest, ringAt, ringOption } from './create';
import { lackOfSignatures, signer, unlessSigned } from './sign';

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('Keys by which workers know who starts and commands (docs/AUTHORITY.md).')
    .addHelpText('after', examples('keys create officer-1 --roles officer', 'keys list'));
  addCreate(keys);
  addRequest(keys);
  addList(keys);
  addEnd(
    keys,
    'retire',
    'retired',
    'Take no act that is accepted from now on under a key; earlier ones count.',
  );
  addEnd(keys, 'revoke', 'revoked', 'Take no act under a key any more: nothing that is unsent passes.');
  addEnrol(keys);
  addReceiptKey(keys);
}

function addList(keys: Command): void {
  keys
    .command('list')
    .description('List the keys of the ring, and what each may assert.')
    .option(...ringOption)
    .option('--json', 'print the ring as JSON')
    .action(({ ring, json }) => {
      const { keys: entries, passkeys = [] } = readRing(ringAt(ring));
      printResult(json, [...entries, ...passkeys], () =>
        columns([HEAD, ...entries.map(line), ...passkeys.map(deviceLine)]).join('\n'),
      );
    });
}

const HEAD = ['KID', 'SUBJECT', 'ROLES', 'STATE', 'SINCE'];
const line = ({ kid, asserts, state, since = '' }: RingEntry) => [
  kid,
  asserts.subject,
  asserts.roles.join(','),
  state,
  since,
];

const deviceLine = ({ kid, subject, origin, signatures, state, since = '' }: RingPasskey) => [
  kid,
  subject,
  `device at ${origin}, vouched for by ${signatures.length}`,
  state,
  since,
];

function addEnd(keys: Command, name: string, state: 'retired' | 'revoked', what: string): void {
  keys
    .command(name)
    .description(what)
    .argument('<kid>', 'the key, as "keys list" shows it')
    .allowUnknownOption() // An id may begin with a dash.
    .option(...ringOption)
    .option('--policy <file>', 'the policy in force (default: PAYOUT_POLICY_FILE)')
    .option('--now', 'even if the policy then lacks signatures, so that workers which restart end')
    .option('--json', 'print the key as JSON')
    .action(async (kid, { ring, policy, now = false, json }) => {
      const path = ringAt(ring);
      if (state === 'revoked' && revokeDevice(path, kid)) {
        const device = readRing(path).passkeys?.find((one) => one.kid === kid);
        printResult(json, device, () => `The device ${kid} of ${device?.subject} is revoked.`);
        return;
      }
      const rings = { before: readRingFile(path), after: withEnded(path, kid, state) };
      if (now) endKey(path, kid, state); // Whatever is wrong with the policy.
      const lack = await lackOfSignatures(policy, rings);
      if (lack !== undefined && !now) throw refusal(`${lack} If the key is stolen, --now ends it at once.`);
      if (!now) endKey(path, kid, state);
      if (lack !== undefined) inform(lack);
      const entry = readRingFile(path).find((one) => one.kid === kid);
      const told = `The key ${kid} of ${entry?.asserts.subject} is ${state}, since ${entry?.since}.`;
      printResult(json, entry, () => told);
    });
}

/** Adds `keys enrol`: the device of a person counts once two other people have enrolled it. */
function addEnrol(keys: Command): void {
  keys
    .command('enrol')
    .description('Vouch with your key (STARTER_KEY) that a device is that of the person whom its file names.')
    .argument('<file>', 'what the desk has made of the device, as its person has handed it over')
    .option(...ringOption)
    .option('--json', 'print the device as JSON')
    .addHelpText('after', examples('keys enrol device-approver-1.json --ring keys.json'))
    .action(async (path, { ring, json }) => {
      const { key, aud } = signer();
      const enrolment = await enrolmentIn(path);
      if (isAmong([enrolment.subject], key.subject))
        throw wrongUse('Nobody enrols a device of their own: two other people do.');
      const signature = await signEnrolment(enrolment, key, aud).catch(unlessSigned);
      const { signatures } = addEnrolment(ringAt(ring), enrolment, { ...signature, by: key.subject });
      const told = `The device ${enrolment.kid} of ${enrolment.subject}, made at ${enrolment.origin}, is vouched for by ${signatures.length} of ${POLICY_SIGNERS.people} people.`;
      printResult(json, { ...enrolment, signatures: signatures.length }, () => told);
    });
}
