import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { ANY_PERSON } from '../authority/key-ring';
import { newKeyPair, signingKeyOf, writeSecretFile } from '../authority/person-key';
import { newWorkersKeys } from '../authority/receipts';
import { signPolicy } from '../authority/policy-signatures';
import { addToRing } from '../authority/ring-file';
import { actEnvironment } from '../authority/sign';
import { readPolicies } from '../input/payout-policy-file';
import { signWith } from '../cases/signing';
import { inheritedEnvironment, readConfig } from '../config/read-config';
import { ROLES } from '../domain/case/commands';
import type { StackSigning } from '../temporal/running-stack';

/** The namespace of its Temporal. */
const STACK_NAMESPACE = 'default';

/** For whom the stack and its command line speak where no other person is named. */
const OFFICER = 'demo-officer';

/** The policy of a stack whose environment names none: everything in it is as usual. */
const USUAL_POLICY = { version: 1 };

/** Who sign the policy of a stack; their keys sign nothing else, and are kept nowhere. */
const SIGNING_PEOPLE = ['demo-policy-1', 'demo-policy-2'];

/** The keys of a stack that runs in the mode `signed`: they live beside its database, and end with it. */
export interface StackKeys {
  /** What its workers need to know. */
  readonly environment: Readonly<Record<string, string>>;
  /** By which the command line on this machine signs, where it has no key of its own. */
  readonly signing: StackSigning;
  /** The client, which signs for any person in any role, as the desk of a bank does for the people who log in. */
  clientOf(client: Client): Client;
}

/** Makes the keys; `undefined` if the stack runs in the mode `open`. */
export async function createStackKeys(
  folder: string,
  mode = readConfig(['authorityMode']).authorityMode.mode,
): Promise<StackKeys | undefined> {
  if (mode === 'open') return undefined;
  const at = (name: string) => join(folder, name);
  const { bankEnvironment } = readConfig(['signing']).signing;
  const { file, entry } = newKeyPair(ANY_PERSON, ROLES);
  writeSecretFile(at('desk.key.json'), file);
  addToRing(at('keys.json'), entry);
  writeSecretFile(at('receipt-key.json'), newWorkersKeys());
  const aud = actEnvironment(STACK_NAMESPACE, bankEnvironment);
  writeSecretFile(at('payout-policy.json'), await signedPolicy(at('keys.json'), aud));
  return {
    environment: {
      AUTHORITY: 'signed',
      AUTHORITY_KEYS: at('keys.json'),
      AUTHORITY_RECEIPT_KEYS: at('receipt-key.json'),
      BANK_ENVIRONMENT: bankEnvironment,
      PAYOUT_POLICY_FILE: at('payout-policy.json'),
    },
    signing: { keyFile: at('desk.key.json'), actor: OFFICER, bankEnvironment },
    clientOf: ({ connection, options: { namespace, dataConverter } }) =>
      signWith(new Client({ connection, namespace, dataConverter }), {
        key: signingKeyOf(file),
        bankEnvironment,
        person: OFFICER,
      }),
  };
}

/** The policy that the environment names, or the usual one, signed by two people of the stack. @throws PayoutPolicyError */
async function signedPolicy(ring: string, aud: string): Promise<object> {
  const { file } = await readPolicies(inheritedEnvironment().PAYOUT_POLICY_FILE || undefined);
  const content = file?.content ?? USUAL_POLICY;
  const signatures = SIGNING_PEOPLE.map((person) => {
    const { file: key, entry } = newKeyPair(person, ['supervisor']);
    addToRing(ring, entry);
    return signPolicy(content, signingKeyOf(key), aud);
  });
  return { ...content, signatures: await Promise.all(signatures) };
}
