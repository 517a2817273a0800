import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { requireTaken, startCase } from '../../cases/start';
import { startedInput } from '../../cases/started-input';
import type { StartableKind } from '../../domain/case/kind';
import { differencesFrom } from '../../domain/enrolment/customer-record';
import { identityOf } from '../../domain/enrolment/identity';
import { kinds, type StartableNoun } from '../../domain/kinds';
import { matchNames } from '../../domain/names/matching';
import { caseId, caseOf } from '../../domain/wire/workflow-ids';
import { bankMistake } from '../banks';
import { enquireName } from '../ask-worker';
import type { Kind } from '../contract/fields';
import { startSchemas, type Started } from '../contract/starts';
import type { Handlers } from '../http/run-route';
import { plainly } from '../http/complaints';
import { invalid, invalidField, mistakesIn, ProblemError } from '../http/problems';
import type { Person } from '../login/roles';
import type { RouteContext } from '../route-context';

export const startHandlers = (parts: RouteContext) =>
  ({
    schema: ({ params: { kind } }) => z.toJSONSchema(schemaOf(kind), { io: 'input' }),
    async startLoan({ body, person }) {
      const given = await withOwnDocuments(parts, ofPerson(body, person));
      await requireBank(parts, 'disbursementAccount.bankCode', given.disbursementAccount);
      await requireOwnReference(parts, given.customer);
      return started(parts, person, kinds.loan, given);
    },
    async startPayout({ body, person }) {
      // The person logged in is the maker, whatever the body says.
      const given = { ...ofPerson(body, person), createdBy: person.subject };
      await requireBank(parts, 'beneficiary.bankCode', body.beneficiary);
      const { accountNumber } = Object(body.source) as Body;
      await parts.payingAccounts.requireOurs('source.accountNumber', accountNumber, person.subject);
      return started(parts, person, kinds.payout, given);
    },
    async alikePayouts({ body: { amountKobo, reference = '', ...beneficiary } }) {
      return { alike: await parts.copy.alike([{ reference, amountKobo, beneficiary }]) };
    },
    async banks() {
      const banks = await parts.banks.list();
      return banks.length === 0 ? {} : { banks };
    },
    payingTerms: () => parts.payingAccounts.terms(),
    async enquireName({ body: { accountName, ...question }, person }) {
      await requireBank(parts, 'bankCode', question);
      await parts.enquiries.count(person.subject);
      const answer = await enquireName(parts.client, question);
      if ('refused' in answer)
        throw new ProblemError('invalid', `The bank tells no name: ${answer.refused}.`);
      const verdict = accountName === undefined ? undefined : matchNames(accountName, answer.accountName);
      return { accountName: answer.accountName, verdict };
    },
  }) satisfies Partial<Handlers>;

/** The schema of a start's body; for kinds other than loan and payout, that of the command line's file. */
const schemaOf = (kind: StartableNoun): z.ZodType =>
  kind === 'loan' || kind === 'payout' ? startSchemas[kind] : kinds[kind].start.input;

type Body = Readonly<Record<string, unknown>>;

/** @throws ProblemError if the list of banks does not have the code of this account, which is in this field */
async function requireBank({ banks }: RouteContext, field: string, account: unknown): Promise<void> {
  const { bankCode } = Object(account) as Body;
  const message = bankMistake(field, bankCode, await banks.names());
  if (message !== undefined) throw invalidField(field, message);
}

/**
 * A person is known by the BVN, or by name and birth date, so that a wrong BVN can be corrected.
 * @throws ProblemError if the customer's reference is another person's, as far as the desk's copy tells
 */
async function requireOwnReference({ copy, client }: RouteContext, customer: unknown): Promise<void> {
  const { reference, bvn } = Object(customer) as Body;
  if (typeof reference !== 'string' || typeof bvn !== 'string') return;
  const found = await copy.ofOtherBvn(reference, bvn);
  if (!found) return;
  const before = await startedInput(client, caseId(found.kind, found.reference)).catch(() => undefined);
  const known = identityOf((Object(before) as Body).customer);
  const differs = differencesFrom(identityOf(customer), known);
  if (!differs.includes('name') && !differs.includes('dateOfBirth')) return;
  const whose = `${found.names.name ?? 'another person'} (${found.kind} ${found.reference})`;
  const message = `customer.reference is that of ${whose}: give this customer another reference or, if it is the same person, the same BVN, or name and birth date, as there`;
  throw invalidField('customer.reference', message);
}

/** Sets the person's branch, if any, and refuses a clock: a case has its worker's. @throws ProblemError */
function ofPerson(body: Body, { branch }: Person): Body {
  const clock = 'clock: a case that the desk starts goes by the clock of its worker';
  if ('clock' in body) throw invalidField('clock', clock);
  return branch === undefined ? body : { ...body, branch };
}

/** Starts a case. @throws ProblemError if the body does not fit its schema */
async function started(parts: RouteContext, person: Person, kind: StartableKind, given: Body) {
  const { success, data, error } = kind.start.input.safeParse(given, { error: plainly });
  if (!success) throw invalid(mistakesIn(error));
  return begin(parts.clientOf(person), kind, data);
}

/** Starts a case whose input is checked. @throws ProblemError if a case of this reference has ended */
export async function begin<S extends z.ZodType>(
  client: Client,
  kind: StartableKind<S>,
  input: z.output<S>,
): Promise<Started> {
  const begun = await requireTaken(client, await startCase(client, kind, input));
  const { kind: noun, reference } = caseOf(begun.workflowId);
  if (begun.outcome === 'ended')
    throw new ProblemError('refused', `The ${noun} ${reference} has ended, and is not started again.`);
  return { kind: noun as Kind, reference, outcome: begun.outcome };
}

/** Gives each document the path of its upload. @throws ProblemError if this loan has no such upload */
async function withOwnDocuments({ documents }: RouteContext, body: Body): Promise<Body> {
  const { reference, documents: list } = body;
  if (!Array.isArray(list) || typeof reference !== 'string') return body;
  const named = list.map((one: unknown) => Object(one) as Body);
  const own = await documents.list({ kind: 'loan', reference });
  return {
    ...body,
    documents: named.map((one, place) => {
      const found = own.find(({ sha256 }) => sha256 === one.sha256);
      if (found) return { ...one, path: found.path };
      const message = 'sha256 must be of a document that was uploaded to this loan';
      throw invalidField(`documents.${place}.sha256`, message);
    }),
  };
}
