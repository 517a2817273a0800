import { ApplicationFailure } from '@temporalio/common';
import fc from 'fast-check';
import type { CaseFile } from '../../src/domain/case-file';
import { INVALID_INPUT } from '../../src/domain/failure-kinds';
import { loanCommands } from '../../src/domain/loan-commands';
import { hold, holds } from './holds';
import { steering, type Steered } from './steering';

const theatre = steering();

/** Signals for each of the stages, so that all stages together get more than 10,000 messages with the updates. */
const SIGNALS = 900;
const UPDATES = 32;
/** The server takes at most ten updates at a time. */
const AT_ONCE = 8;
const WORKFLOW_TASK_FAILED = 9;

const commands = Object.keys(loanCommands) as (keyof typeof loanCommands)[];
const asOfficer = { actor: 'officer-1', role: 'officer' };

const deeplyNested = fc.object({ maxDepth: 6 }).map((inner) => ({ ...asOfficer, note: inner }));
const personal = fc.constantFrom('call 0801 234 5678', 'write to ada@example.com', 'BVN 22212345678');

/** Payloads that no command takes, whatever the stage: each is wrong in at least one way. */
const wrongPayload = fc.oneof(
  fc.anything({ maxDepth: 2 }).filter((value) => typeof value !== 'object' || value === null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.record({ actor: fc.string() }),
  fc.record({ actor: fc.constant('officer-1'), role: fc.string().filter((role) => role.length !== 8) }),
  fc.record({ actor: fc.constant('officer-1'), role: fc.constant('operator'), expectedStage: fc.string() }),
  fc.string({ minLength: 501, maxLength: 20_000 }).map((note) => ({ ...asOfficer, note })),
  personal.map((note) => ({ ...asOfficer, note })),
  fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()).map((more) => ({ ...more, nobodyKnows: 1 })),
  fc
    .constantFrom(...['DISBURSED', 'CLOSED', 'NOWHERE'])
    .map((expectedStage) => ({ ...asOfficer, expectedStage })),
  fc.constant(JSON.parse('{"__proto__":{"role":"supervisor"},"constructor":{"prototype":{}}}') as unknown),
  deeplyNested,
);

const wrongMessage = fc.record({
  command: fc.oneof(
    fc.constantFrom<string>(...commands),
    fc.constantFrom('toString', 'abandon', 'payOut', 'x'.repeat(300)),
  ),
  payload: wrongPayload,
});

type Message = { command: string; payload: unknown };

/** What a refused message must not change: all but the timeline. */
const stateOf = ({ timeline: _timeline, ...state }: CaseFile) => state;

async function refusedUpdate({ handle }: Steered, { command, payload }: Message): Promise<void> {
  const failure = await handle.executeUpdate(command, { args: [payload] }).then(
    () => 'it was taken',
    (error: unknown) => (error as { cause?: unknown }).cause,
  );
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({ type: INVALID_INPUT });
  expect((failure as ApplicationFailure).message).toMatch(/\w/);
}

async function fire(loan: Steered, seed: number): Promise<void> {
  for (const { command, payload } of fc.sample(wrongMessage, { numRuns: SIGNALS, seed }))
    await loan.handle.signal(command, payload);
  const updates = fc.sample(wrongMessage, { numRuns: UPDATES, seed: seed + 1 });
  for (let sent = 0; sent < UPDATES; sent += AT_ONCE)
    await Promise.all(updates.slice(sent, sent + AT_ONCE).map((message) => refusedUpdate(loan, message)));
}

test.each(holds)('in the stage $stage, random messages change nothing and break nothing', async (held) => {
  const loan = await hold(theatre, held);
  const before = stateOf(await loan.file());
  await fire(loan, holds.indexOf(held) * 1_000);
  expect(stateOf(await loan.file())).toEqual(before);
  await loan.tell('withdraw', { reason: 'OTHER' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  expect(await loan.eventTypes()).not.toContain(WORKFLOW_TASK_FAILED);
});

test('together that is at least 10,000 messages', () => {
  expect(holds.length * (SIGNALS + UPDATES)).toBeGreaterThanOrEqual(10_000);
});
