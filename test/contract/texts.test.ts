import fc from 'fast-check';
import type { OperationName } from '../../src/bank/contract';
import { BankError } from '../../src/bank/errors';
import { readReply } from '../../src/bank/reply';
import { differencesFrom, holdersIn, identityIn } from '../../src/domain/enrolment/customer-record';
import { unlike } from '../../src/domain/loan/application';
import { monthsText } from '../../src/domain/loan/application';
import { nairaText } from '../../src/domain/money/amounts';
import { bestVerdict } from '../../src/domain/names/matching';
import { masked } from '../../src/domain/names/personal-data';
import {
  arrearsFrom,
  daysPastDue,
  dueAt,
  dueBy,
  instalmentsOf,
  oldestUnpaid,
  owedKobo,
} from '../../src/domain/repayment/instalments';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { inputOf } from '../support/contract/stage';
import { succeeds } from '../support/contract/stage';
import { examples } from './examples';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const person = { firstName: 'Ada', lastName: 'Obi', bvn: '22000000001', dateOfBirth: '1990-01-31' };

const iso = (atMs: number) => new Date(atMs).toISOString();

// What workflows make of replies, by rules that throw where a text is not what it should be.
const rules: { readonly [Name in OperationName]?: (data: never) => unknown } = {
  listCustomers: ({ data }: { data: Parameters<typeof identityIn>[0][] }) =>
    data.map((record) => differencesFrom(person, identityIn(record))),
  getCustomer: (record: Parameters<typeof holdersIn>[0]) => bestVerdict(holdersIn(record), 'ADA OBI'),
  getLoanApplication: (application: Parameters<typeof unlike>[1] & { loan_id?: string | null }) => [
    unlike({ customer_id: 'C-1', amount: 1, repayment_period: 1, reference: 'L-1' }, application),
    caseId('repayment', application.loan_id ?? ''),
  ],
  getOffer: (offer: { offerAmount: number; tenure: number; expiresAt?: string | null }) => [
    nairaText(offer.offerAmount),
    monthsText(offer.tenure),
    offer.expiresAt != null && iso(Date.parse(offer.expiresAt)),
  ],
  getRepaymentSchedule: ({ schedule }: { schedule: Parameters<typeof instalmentsOf>[0] }) => {
    const instalments = instalmentsOf(schedule);
    return [
      oldestUnpaid(instalments),
      dueBy(instalments, NOW),
      ...instalments.map((each) => [
        iso(dueAt(each.dueOn)),
        iso(arrearsFrom(each.dueOn, 90)),
        nairaText(owedKobo(each)),
        daysPastDue(each.dueOn, NOW),
      ]),
    ];
  },
  resolveAccount: ({ account_name }: { account_name: string }) => bestVerdict(['Ada Obi'], account_name),
  getKycStatus: ({ rejection_reason }: { rejection_reason?: string | null }) =>
    masked(rejection_reason ?? ''),
  listTransactions: ({
    transactions,
  }: {
    transactions: { entryDate: string; updatedDate?: string | null }[];
  }) =>
    transactions.map(({ entryDate, updatedDate }) => [
      iso(Date.parse(entryDate)),
      updatedDate != null && iso(Date.parse(updatedDate)),
    ]),
  listWebhookEvents: ({ data }: { data: { created_at: string }[] }) =>
    data.map(({ created_at }) => iso(Date.parse(created_at))),
};

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', ' ', '31/12/2026 17:00', '2026-12-31', '2026-12-31T17:00', '2026-02-30', 'null'),
  fc.date({ noInvalidDate: false }).map(String),
  fc.tuple(fc.integer(), fc.nat(99), fc.nat(99)).map((parts) => parts.join('-')),
);

type Path = readonly (string | number)[];

/** Where texts and numbers stand in a reply. */
const leavesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
    : [path];

function withText(value: unknown, [key, ...rest]: Path, text: unknown): unknown {
  if (key === undefined) return text;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const fields = copy as Record<string | number, unknown>;
  fields[key] = withText(fields[key], rest, text);
  return copy;
}

const successes = examples.filter(succeeds).map((example) => [example.operation, example] as const);

test.each(successes)(
  'whatever text the bank writes into a field of its reply to %s, our rules take what is read, or it is not read',
  (name, { send, reply }) => {
    const paths = leavesOf(reply.body).filter(([first]) => first !== 'status');
    fc.assert(
      fc.property(fc.constantFrom<Path>([], ...paths), texts, (path, text) => {
        const body = path.length === 0 ? reply.body : withText(reply.body, path, text);
        const read = () =>
          readReply(
            name,
            inputOf(send),
            { status: reply.status, headers: {}, body: JSON.stringify(body) },
            0,
          );
        let data: unknown;
        try {
          data = read();
        } catch (error) {
          expect(error).toBeInstanceOf(BankError);
          return;
        }
        rules[name]?.(data as never);
      }),
    );
  },
);
