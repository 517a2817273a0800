import fc from 'fast-check';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import type { CommandTable } from '../../../src/domain/case/commands';
import { enrolmentCommands } from '../../../src/domain/enrolment/commands';
import { loanCommands } from '../../../src/domain/loan/commands';
import { loanStages } from '../../../src/domain/loan/stages';
import { payoutCommands } from '../../../src/domain/payout/commands';
import { payoutStages } from '../../../src/domain/payout/stages';
import { invalidMessages, type Message } from './invalid-messages';

const names = Object.keys({ ...loanCommands, ...enrolmentCommands, ...payoutCommands });
const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { deeper: nested(depth - 1) });

/** Values that no command has a place for, and values that nearly fit. */
const junk = fc.oneof(
  fc.anything({ withNullPrototype: false, withBigInt: false }),
  fc.string(),
  fc.constantFrom<unknown>(
    null,
    '',
    'x'.repeat(20_000),
    'ada@example.com',
    '0803 123 4567',
    -1,
    NaN,
    [],
    nested(200),
  ),
);

/** Fields under the names that commands have, under others, and under those of prototypes. */
const fieldName = fc.oneof(
  fc.constantFrom('actor', 'role', 'requestId', 'expectedStage', 'note', 'reason', 'text', 'tag', 'bvn'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'stage'),
  fc.string({ maxLength: 20 }),
);

const nearly = fc.record(
  {
    actor: fc.constantFrom('officer-1', 'x'.repeat(200), 'ada@example.com'),
    role: fc.constantFrom('officer', 'supervisor', 'operator', 'admin', 'borrower', '', 'OFFICER'),
    expectedStage: fc.constantFrom(...Object.keys({ ...loanStages, ...payoutStages }), '__proto__'),
    reason: fc.constantFrom('OTHER', 'BECAUSE', 'BORROWER_REQUEST'),
    note: fc.constantFrom('a note', 'call 08031234567', 'n'.repeat(5_000)),
  },
  { requiredKeys: [] },
);

/** Always with something that no command has: it must be refused, whatever else it holds. */
const forged = fc
  .tuple(nearly, fc.dictionary(fieldName, junk, { maxKeys: 4 }), junk)
  .map(([fitting, wrong, extra]) => ({ ...fitting, ...wrong, forged: extra }));

const payload = fc.oneof({ weight: 4, arbitrary: forged }, { weight: 1, arbitrary: junkThatIsNoCommand() });

function junkThatIsNoCommand() {
  return fc.oneof(
    fc.string(),
    fc.integer(),
    fc.array(junk, { maxLength: 3 }),
    fc.constantFrom(null, true, {}),
  );
}

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('enrolmentSettled', 'joinEnrolment', 'constructor', 'pay 0803 123 4567'),
  },
  {
    weight: 1,
    arbitrary: fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !text.startsWith('__')),
  },
);

/** So many messages, none of which this case may act upon; the same ones each time. */
export const randomMessages = (
  count: number,
  seed: number,
  table: CommandTable,
  snapshot: CaseSnapshot,
): Message[] =>
  fc.sample(fc.oneof(fc.record({ name, payload }), invalidMessages(table, snapshot)), {
    numRuns: count,
    seed,
  });
