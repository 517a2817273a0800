import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { ANY_PERSON } from '../authority/key-ring';
import { newKeyPair, signingKeyOf, writeSecretFile } from '../authority/person-key';
import { newWorkersKeys } from '../authority/receipts';
import { addToRing } from '../authority/ring-file';
import { signWith } from '../cases/signing';
import { inheritedEnvironment, readConfig } from '../config';
import { ROLES } from '../domain/case/commands';
import type { StackSigning } from '../temporal/running-stack';

/** For whom the stack and its command line speak where no other person is named. */
const OFFICER = 'demo-officer';

/** The policy of a stack whose environment names none: everything in it is as usual. */
const USUAL_POLICY = { version: 1 };

/** The keys of a stack that runs in the mode `signed`: they live beside its database, and end with it. */
export interface StackKeys {
  /** What its workers need to know. */
  readonly environment: Readonly<Record<string, string>>;
  /** By which the command line on this machine signs, where it has no key of its own. */
  readonly signing: StackSigning;
  /** The client, which signs for any person in any role, as the desk of a bank does for the people who log in. */
  clientOf(client: Client): Client;
}

/** Makes the keys; nothing where the stack runs in the mode `open`. */
export function createStackKeys(
  folder: string,
  mode = readConfig(['authorityMode']).authorityMode.mode,
): StackKeys | undefined {
  if (mode === 'open') return undefined;
  const at = (name: string) => join(folder, name);
  const { bankEnvironment } = readConfig(['signing']).signing;
  const { file, entry } = newKeyPair(ANY_PERSON, ROLES);
  writeSecretFile(at('desk.key.json'), file);
  addToRing(at('keys.json'), entry);
  writeSecretFile(at('receipt-key.json'), newWorkersKeys());
  writeSecretFile(at('payout-policy.json'), USUAL_POLICY);
  return {
    environment: {
      AUTHORITY: 'signed',
      AUTHORITY_KEYS: at('keys.json'),
      AUTHORITY_RECEIPT_KEYS: at('receipt-key.json'),
      BANK_ENVIRONMENT: bankEnvironment,
      PAYOUT_POLICY_FILE: inheritedEnvironment().PAYOUT_POLICY_FILE || at('payout-policy.json'),
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
