import { batchFile, batchRows, rowTo } from '../../support/workflows/batch-sample';
import { approveBatch, committedIn, operator, startBatch } from '../../support/workflows/batch-steering';
import { fastServers } from '../../support/workflows/fast-server';
import type { Steered } from '../../support/workflows/steering';
import { bundleWith } from '../../support/workflow-bundle';

/** Signals after which a batch of this test acts on no other, and events after which it takes no commands. */
const BOUNDS = { SIGNALS_MAX: 20, COMMANDS_MAX: 250 };

const environment = fastServers(() => ({ flooded: { bundle: bundleWith(BOUNDS) } }));
const note = { ...operator, text: 'a note' };
const events = async (batch: Steered) => (await batch.eventTypes()).length;
const hasRefused = ({ timeline }: Awaited<ReturnType<Steered['snapshot']>>, why: string) =>
  timeline.some((entry) => JSON.stringify(entry).includes(why));

/** Sends signals, each once the one before has been taken in, until the batch has had so many events. */
async function flood(batch: Steered, until: number): Promise<void> {
  while ((await events(batch)) <= until) {
    await batch.signal('addNote', note);
    await batch.snapshot();
  }
}

test('a batch under a flood of messages says what it takes no more, and pays what was approved', async () => {
  const among = environment('flooded');
  const [pending, ...others] = batchRows(3);
  if (!pending) throw new Error('no rows');
  const batch = await startBatch(among, batchFile([rowTo(pending, '08'), ...others]));
  await approveBatch(batch);
  await batch.untilStage('PAYING');
  for (let sent = 0; sent < BOUNDS.SIGNALS_MAX; sent++) await batch.signal('addNote', note);
  await batch.signal('pause', operator);
  const shown = await batch.until((now) => hasRefused(now, 'by update alone'));
  expect(shown.commands).toContain('pause');
  expect((await batch.tell('addNote', { ...note, text: 'by update' })).repeated).toBe(false);
  await flood(batch, BOUNDS.COMMANDS_MAX);
  const before = await events(batch);
  for (let each = 0; each < 5; each++)
    expect(await batch.refusal('cancel', { ...operator, reason: 'OTHER' })).toContain(
      'takes no more commands',
    );
  expect(await events(batch)).toBe(before);
  among.bank.payouts.change(pending.reference, { status: 'SUCCESS' });
  expect(await batch.result()).toMatchObject({ stage: 'DONE', counts: { SUCCESS: 3 } });
  for (const { reference } of [pending, ...others]) expect(committedIn(among, reference)).toBe(1);
}, 120_000);
