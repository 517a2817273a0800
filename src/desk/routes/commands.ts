import type { z } from 'zod';
import { contentDigest } from '../../authority/digest';
import { challengeOf } from '../../authority/passkey';
import { prepareCommand, sendCommand, sendPrepared, type PreparedCommand } from '../../cases/commands';
import type { CommandPayload } from '../../cases/signing';
import { kinds } from '../../domain/kinds';
import { snapshotOf } from '../../cases/snapshot';
import type { SignedMessage } from '../../domain/case/acts';
import { takesDocument, type CommandReceipt, type CommandRow } from '../../domain/case/commands';
import { lacksWords, problemsWith, type Fields } from '../../domain/case/fields';
import { decide } from '../access/command-permission';
import { bankMistake } from '../banks';
import type { commandBody } from '../contract/command-forms';
import { ACTING_ROLES, type Kind } from '../contract/fields';
import type { Mistake } from '../contract/problem';
import type { Handlers } from '../http/run-route';
import { invalid, invalidField, ProblemError } from '../http/problems';
import { hasOneOf, type Person } from '../login/roles';
import { inWords, refusalIn, requireWelcome } from '../refused';
import type { RouteContext } from '../route-context';
import { given } from '../views/case-row';
import { DOCUMENT, isPerson } from '../views/commands';
import { whatIn } from './given';

interface Order extends Readonly<z.output<typeof commandBody>> {
  readonly kind: Kind;
  readonly reference: string;
  readonly command: string;
  readonly requestId: string;
  /** Whether it is one of many, for which nobody can log in: a person logs in for one command at a time. */
  readonly isOneOfMany?: boolean;
}

export const commandHandlers = (parts: RouteContext) =>
  ({
    command: ({ params, body, person, requestId }) => give(parts, person, { ...params, ...body, requestId }),
    async commands({ body: { cases, ...shared }, person, requestId }) {
      const results = [];
      for (const { kind, reference } of cases) {
        const own = idFor(requestId, kind, reference);
        const order = { kind, reference, ...shared, requestId: own, isOneOfMany: true };
        const outcome = await give(parts, person, order).then((receipt) => ({ receipt }), refusalIn);
        results.push({ kind, reference, ...outcome });
      }
      return { results };
    },
    async givenCommand({ params: { requestId }, person }) {
      const found = await parts.prepared.find(person.subject, requestId);
      if (!found) throw new ProblemError('not-found', 'You have logged in for no command of this id lately.');
      const { kind, reference, command, workflowId, message, outcome } = found;
      const { expectedDigest } = message as { readonly expectedDigest?: string };
      const named = (name: string) => kinds[kind].commands[name]?.summary ?? name;
      const answered =
        command.endsWith('Proposal') && expectedDigest !== undefined
          ? await parts.audit.proposal(workflowId, expectedDigest)
          : undefined;
      const summary = [named(command), ...(answered ? [whatIn(answered, named)] : [])].join(': ');
      return { kind, reference, command, summary, ...outcome };
    },
  }) satisfies Partial<Handlers>;

/** Gives a command in a person's name. @throws ProblemError, RequestError if the command is not accepted */
export async function give(parts: RouteContext, person: Person, order: Order): Promise<CommandReceipt> {
  const receipt = await deliver(parts, person, order).catch(async (error: unknown) => {
    throw await inWords(parts.client, { ...order, digest: order.fields.expectedDigest }, error);
  });
  void parts.watcher.readNow(order.kind, order.reference);
  return receipt;
}

async function deliver(parts: RouteContext, person: Person, order: Order): Promise<CommandReceipt> {
  const { client, clientOf } = parts;
  const { kind, reference, command, requestId, expectedStage, expectedChanges, note } = order;
  const { commands, stages } = kinds[kind];
  const row = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!row) throw new ProblemError('not-found', `There is no command ${command} for a ${kind}.`);
  const before = parts.stepUp.mayConcern(command) && (await parts.prepared.find(person.subject, requestId));
  if (before && before.outcome?.receipt) return { ...before.outcome.receipt, repeated: true };
  const snapshot = await snapshotOf(client, kinds[kind], reference);
  const answered = snapshot.proposals?.filter((one) => one.digest === order.fields.expectedDigest) ?? [];
  const about = answered.length > 0 ? { ...snapshot, proposals: answered } : snapshot;
  const decision = decide(person, row, command, about, stages);
  if (!decision.allowed && decision.by === 'person') throw new ProblemError('not-allowed', decision.whyNot);
  const fields = await fieldsFor(parts, row, order);
  requireWords(row, order);
  // The case itself refuses a command that it does not take now: only it knows repeats of accepted ones.
  const payload: CommandPayload = {
    ...fields,
    ...{ actor: person.subject, role: decision.role, requestId },
    ...given({ expectedStage, expectedChanges, note }),
  };
  const { stepUp } = parts;
  const digest = order.fields.expectedDigest;
  const byLogin = stepUp.isNeeded(snapshot, command, digest);
  const byDevice = stepUp.needsPasskey(snapshot, command, digest);
  if (!byLogin && !byDevice) return sendCommand(clientOf(person), snapshot.workflowId, command, payload);
  requireWelcome(snapshot, { ...order, digest }, { actor: person.subject, role: decision.role });
  const prepare = () =>
    prepareCommand(clientOf(person), snapshot.workflowId, command, { ...payload, requestId });
  if (!byDevice) return waits(parts, person, order, 'fresh-login', prepare);
  if (!order.passkey || !before) return waits(parts, person, order, 'passkey', prepare);
  const signed = { ...before, message: { ...before.message, passkey: order.passkey } };
  return byLogin
    ? waits(parts, person, order, 'fresh-login', () => Promise.resolve(signed))
    : sendPrepared(clientOf(person), signed);
}

/** The proofs that a command may wait for, with the address of the login or the device's challenge. */
const PROOFS = {
  passkey: {
    oneByOne: 'you sign with your device',
    now: 'sign with your device.',
    by: ({ message }: PreparedCommand) => ({ challenge: challengeOf((message as SignedMessage).act) }),
  },
  'fresh-login': {
    oneByOne: 'you log in once more',
    now: 'log in once more: the command is sent when you come back.',
    by: ({ requestId }: PreparedCommand) => ({
      login: `/api/login?command=${encodeURIComponent(requestId)}`,
    }),
  },
};

/** Stores a command until its person has given the proof that it needs. @throws ProblemError that says how */
async function waits(
  { prepared }: RouteContext,
  person: Person,
  { kind, reference, isOneOfMany = false }: Order,
  proof: keyof typeof PROOFS,
  prepare: () => Promise<PreparedCommand>,
): Promise<never> {
  const { oneByOne, now, by } = PROOFS[proof];
  if (isOneOfMany)
    throw new ProblemError(
      proof,
      `For an amount like this ${oneByOne}: give the command for this case alone.`,
    );
  const waiting = await prepare();
  await prepared.keep(person.subject, { kind, reference, ...waiting });
  throw new ProblemError(proof, `For an amount like this, ${now}`, by(waiting));
}

/** The fields as the case takes them: documents by path, and only known people and banks. @throws ProblemError */
async function fieldsFor({ banks, documents, people }: RouteContext, row: CommandRow, order: Order) {
  const { kind, reference, fields } = order;
  if (!takesDocument(row)) {
    const values = checked(row.fields, fields);
    for (const name of Object.keys(values).filter(isPerson))
      await requireColleague(people, name, values[name]);
    const field = ['bankCode', 'sortCode'].find((one) => values[one] !== undefined);
    if (field === undefined) return values;
    const names = await banks.names();
    const mistake = bankMistake(field, values[field], names);
    if (mistake !== undefined) throw invalidField(`fields.${field}`, mistake);
    // Another bank comes with its own name.
    const bankName = row.fields.bankName && names.get(String(values[field]));
    return { ...(bankName !== undefined && { bankName }), ...values };
  }
  const { [DOCUMENT]: sha256, ...rest } = fields;
  if (typeof sha256 !== 'string')
    throw invalidField(
      `fields.${DOCUMENT}`,
      'document must be the digest of a document that was uploaded to this case',
    );
  const { path } = await documents.require({ kind, reference }, sha256);
  return checked(row.fields, { ...rest, path, sha256 });
}

/** @throws ProblemError if the reason is OTHER, and nothing says which */
function requireWords(row: CommandRow, { fields, note = '' }: Order): void {
  const known = Object.entries(row.fields).map(([name, { kind }]) => ({ name, kind }));
  if (lacksWords(known, fields) && note.trim() === '')
    throw invalidField('note', 'note must say why, since the reason is OTHER');
}

/** @throws ProblemError unless the person has logged in here, and may act on cases */
async function requireColleague(people: RouteContext['people'], name: string, subject: unknown) {
  const known = await people.find(String(subject));
  if (known && hasOneOf(known, ACTING_ROLES)) return;
  const message = `${name} must be somebody who works on cases here and has logged in before: GET /api/people lists them`;
  throw invalidField(`fields.${name}`, message);
}

function checked<G extends Order['fields']>(table: Fields, values: G): G {
  const mistakes = Object.keys(values)
    .filter((name) => !Object.hasOwn(table, name))
    .map((name): Mistake => ({ field: `fields.${name.slice(0, 60)}`, message: 'there is no such field' }));
  for (const [name, field] of Object.entries(table)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    for (const message of problemsWith({ [name]: field }, value === undefined ? {} : { [name]: value }))
      mistakes.push({ field: `fields.${name}`, message });
  }
  if (mistakes.length > 0) throw invalid(mistakes);
  return values;
}

/** The request id for one of many cases, the same for every repeat. */
export const idFor = (requestId: string, kind: Kind, reference: string): string =>
  contentDigest([requestId, kind, reference])
    // As a UUID: other long texts of digits may look like a person's number, which no reference may hold.
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
