import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { newKeyPair, signingKeyOf, writeSecretFile } from '../authority/person-key';
import { newWorkersKeys } from '../authority/receipts';
import { addToRing } from '../authority/ring-file';
import { signWith } from '../cases/signing';
import { readConfig } from '../config';
import type { Role } from '../domain/case/commands';

/** Who acts in the stack, and in which roles. */
const PEOPLE = {
  'demo-officer': ['officer', 'supervisor', 'operator', 'approver'],
  'demo-borrower': ['borrower'],
} as const satisfies Record<string, readonly Role[]>;

type Person = keyof typeof PEOPLE;

/** The keys of a stack that runs in the mode `signed`: they live beside its database, and end with it. */
export interface StackKeys {
  /** What its workers need to know. */
  readonly environment: NodeJS.ProcessEnv;
  /** The officer's key file, for the command line. */
  readonly officerFile: string;
  /** The client, in the name of one of them. */
  clientOf(person: Person, client: Client): Client;
}

/** Makes the keys; nothing where the stack runs in the mode `open`. */
export function createStackKeys(folder: string): StackKeys | undefined {
  const { mode } = readConfig(['authorityMode']).authorityMode;
  if (mode === 'open') return undefined;
  const at = (name: string) => join(folder, name);
  const { bankEnvironment } = readConfig(['signing']).signing;
  const pairs = Object.fromEntries(
    Object.entries(PEOPLE).map(([person, roles]) => {
      const { file, entry } = newKeyPair(person, roles);
      writeSecretFile(at(`${person}.key.json`), file);
      addToRing(at('keys.json'), entry);
      return [person, signingKeyOf(file)];
    }),
  ) as Record<Person, ReturnType<typeof signingKeyOf>>;
  writeSecretFile(at('receipt-key.json'), newWorkersKeys());
  return {
    environment: {
      AUTHORITY: 'signed',
      AUTHORITY_KEYS: at('keys.json'),
      AUTHORITY_RECEIPT_KEYS: at('receipt-key.json'),
      BANK_ENVIRONMENT: bankEnvironment,
    },
    officerFile: at('demo-officer.key.json'),
    clientOf: (person, { connection, options: { namespace, dataConverter } }) =>
      signWith(new Client({ connection, namespace, dataConverter }), { key: pairs[person], bankEnvironment }),
  };
}

/** The clients of the stack: in the name of an officer, and of the simulated borrower. */
export const clientsOf = (keys: StackKeys | undefined, client: Client) => ({
  client: keys?.clientOf('demo-officer', client) ?? client,
  borrower: keys?.clientOf('demo-borrower', client) ?? client,
});
