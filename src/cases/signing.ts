import type { Client } from '@temporalio/client';
import { ANY_PERSON } from '../authority/key-ring';
import type { SigningKey } from '../authority/person-key';
import { actEnvironment, signAct } from '../authority/sign';
import { START, unsigned } from '../domain/case/acts';
import type { Role } from '../domain/case/commands';
import { wrongUse } from './request-error';

/** A person's command, with its own fields. */
export interface CommandPayload {
  /** Missing from a client that signs with a person's own key. */
  readonly actor?: string;
  readonly role: string;
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

/** The key and the person for which a client signs. */
export interface Signer {
  readonly key: SigningKey;
  readonly bankEnvironment: string;
  /** The person for whom a desk's key signs by default. */
  readonly person?: string | undefined;
}

/** A client that lacks the key that its workers ask for, and can only read. */
export type MissingKey = 'none';

const signers = new WeakMap<Client, Signer | MissingKey>();

/** Makes a client sign its starts and commands from now on; without a signer, leaves it as it is. */
export function signWith<C extends Client>(client: C, signer: Signer | MissingKey | undefined): C {
  if (signer) signers.set(client, signer);
  return client;
}

/** The person whose key a client signs with; without a key, `otherwise`. */
export function actorOf(client: Client, otherwise: string): string {
  const signer = signers.get(client);
  return signer === undefined || signer === 'none' ? otherwise : personOf(signer);
}

/** The first of its key's roles that is among these; without a key, the first of these. */
export function roleOf(client: Client, roles: readonly [Role, ...Role[]]): string {
  const signer = signers.get(client);
  return signer === undefined || signer === 'none' ? roles[0] : roleIn(signer, roles);
}

/** The first role of a signer's key that is among these; without such a one, the first of the key. */
export const roleIn = ({ key: { roles: own } }: Signer, roles: readonly Role[]): string =>
  own.find((one) => roles.includes(one)) ?? own[0] ?? '';

const personOf = ({ key, person }: Signer): string =>
  key.subject === ANY_PERSON ? (person ?? key.subject) : key.subject;

/** @throws RequestError if workers accept nothing unsigned and the client has no key */
function signerOf(client: Client): Signer | undefined {
  const signer = signers.get(client);
  if (signer === 'none')
    throw wrongUse(
      'Nothing was sent: workers take nothing unsigned. Set STARTER_KEY to your key (docs/AUTHORITY.md), or AUTHORITY=open where the workers run so, too.',
    );
  return signer;
}

/** The message of a command, or of an adoption, signed if the client has a key. @throws RequestError if it names another person */
export async function commandMessage(
  client: Client,
  workflowId: string,
  command: string,
  payload: CommandPayload,
): Promise<object> {
  const signer = signerOf(client);
  if (!signer) return payload;
  const { actor, role, requestId, ...fields } = payload;
  const { namespace } = client.options;
  return sign(namespace, signer, { workflowId, act: command, fields, actor, role, requestId });
}

/** The input of a case to send, signed if the client has a key. */
export async function startMessage<I extends object>(
  client: Client,
  { roles, workflowId, input }: { roles: readonly Role[]; workflowId: string; input: I },
): Promise<I> {
  const signer = signerOf(client);
  if (!signer) return input;
  const role = roleIn(signer, roles);
  const { createdBy: actor } = input as { createdBy?: string };
  const { namespace } = client.options;
  return (await sign(namespace, signer, { workflowId, act: START, fields: input, actor, role })) as I;
}

interface ToSign {
  readonly workflowId: string;
  readonly act: string;
  readonly fields: object;
  readonly actor?: string | undefined;
  readonly role: string;
  readonly requestId?: string | undefined;
}

/** Signs a deed for a namespace. @throws RequestError if the key does not allow it, so that workers would refuse it */
export function sign(namespace: string, signer: Signer, given: ToSign): Promise<object> {
  const { key, bankEnvironment } = signer;
  const { workflowId: wf, act, fields, actor = personOf(signer), role, requestId } = given;
  if (actor === ANY_PERSON)
    throw wrongUse("A desk's key signs: say for whom, with --actor or STARTER_ACTOR.");
  if (key.subject !== ANY_PERSON && actor !== key.subject)
    throw wrongUse(`The key that signs is that of ${key.subject}: no other person can be named.`);
  if (!key.roles.some((one) => one === role))
    throw wrongUse(`The key that signs may not assert the role ${role}, only ${key.roles.join(', ')}.`);
  const aud = actEnvironment(namespace, bankEnvironment);
  return signAct(
    { wf, act, aud, fields: unsigned(fields).fields as object, sub: actor, role: role as Role, requestId },
    key,
  );
}
