import { StepUp } from '../../src/desk/access/command-permission';
import type { RouteContext } from '../../src/desk/route-context';
import { commandHandlers } from '../../src/desk/routes/commands';
import { refusal } from '../../src/cases/request-error';
import { casework } from '../../src/domain/case/commands';
import { payoutCommands } from '../../src/domain/payout/commands';

const noted = casework([]).addNote.summary;

const agreement = (digest: string, maker: string, approvers: readonly string[] = []) => ({
  ...{ digest: digest.repeat(64), confirmations: '0 of 1', roles: ['approver'], makers: [maker], approvers },
  ...{ until: '2030-01-04T00:00:00.000Z', freshLogin: true as const },
});
const proposal = (...of: Parameters<typeof agreement>) => ({
  ...agreement(...of),
  ...{ command: 'retry', by: 'operator maker-1', what: '' },
});

/** A payout that waits for an approval with a fresh login; `given` is everything that was kept for a login or sent. */
function desk(now: object = {}) {
  const given: unknown[] = [];
  const snapshot = {
    ...{ kind: 'payout', reference: 'PO-1', stage: 'APPROVAL', stageTitle: 'Approval', ended: false },
    ...{ since: '2030-01-01T00:00:00.000Z', checklist: [], facts: {}, timeline: [], changes: 1 },
    ...{ commands: ['approve', 'confirmProposal', 'release'] },
    approval: agreement('a', 'maker-1'),
    proposals: [proposal('b', 'maker-1', ['approver-2']), proposal('d', 'maker-2')],
    ...now,
  };
  const handle = {
    describe: () => Promise.resolve({ status: { name: 'RUNNING' }, raw: {} }),
    query: () => Promise.resolve(snapshot),
    executeUpdate: () => {
      given.push('sent');
      return Promise.reject(refusal('approve: what you were shown is not what stands here now.'));
    },
  };
  const client = {
    workflow: { getHandle: () => handle },
    withDeadline: <R>(_: number, ask: () => Promise<R>) => ask(),
  };
  const prepared = {
    find: () => Promise.resolve(undefined),
    keep: (...kept: unknown[]) => Promise.resolve(void given.push(kept)),
  };
  const parts = { client, clientOf: () => client, prepared, stepUp: new StepUp(true) };
  const agree = (command: string, digest: string, subject = 'approver-1', expectedStage = 'APPROVAL') =>
    commandHandlers(parts as unknown as RouteContext).command({
      params: { kind: 'payout', reference: 'PO-1', command },
      body: { fields: { expectedDigest: digest.repeat(64) }, expectedStage },
      person: { subject, roles: ['approver'] },
      requestId: 'r-1',
    } as never);
  const steer = (command: string, body: object) =>
    commandHandlers(parts as unknown as RouteContext).command({
      params: { kind: 'payout', reference: 'PO-1', command },
      body: { fields: { reason: 'CHECKED' }, ...body },
      person: { subject: 'supervisor-1', roles: ['supervisor'] },
      requestId: 'r-2',
    } as never);
  const release = (expectedChanges: number) =>
    steer('release', { expectedStage: 'APPROVAL', expectedChanges });
  return { given, agree, release, steer };
}

test('who releases a payout that has changed, and is in the same stage, is told so in plain words', async () => {
  const { release } = desk();
  const message = 'The payout PO-1 changed after you opened it: look at it again.';
  await expect(release(0)).rejects.toMatchObject({ problem: 'changed', message });
  await expect(release(1)).rejects.toThrow('what you were shown is not what stands here now');
});

test.each([
  ['payout that has changed', 'approve'],
  ['proposal that was replaced', 'confirmProposal'],
])('the approver of a %s is told so in plain words, before any login', async (_, command) => {
  const { given, agree } = desk();
  const message = 'The payout PO-1 changed after you opened it: look at it again.';
  await expect(agree(command, 'c')).rejects.toMatchObject({ problem: 'changed', message });
  expect(given.filter((one) => one !== 'sent')).toEqual([]);
});

test('nobody logs in for an approval that the case would refuse for another reason', async () => {
  const { given, agree } = desk();
  await expect(agree('confirmProposal', 'b', 'approver-2')).rejects.toThrow('You have approved it');
  await expect(agree('confirmProposal', 'b', 'maker-1')).rejects.toThrow('another person must approve it');
  await expect(agree('approve', 'a', 'approver-1', 'PREPARING')).rejects.toThrow('moved on since you looked');
  expect(given).toEqual([]);
});

test('of a change the one who made it is named, not who approved or wrote a note', async () => {
  const line = (what: string, by: string) => ({ at: '2030-01-02T09:00:00.000Z', by, what });
  const approved = line('Approve the payout', 'approver ada');
  const timeline = [
    approved,
    line(payoutCommands.hold.summary, 'supervisor bola'),
    line(noted, 'operator chidi'),
  ];
  const held = desk({ changes: 2, timeline }).release(1);
  await expect(held).rejects.toThrow('by bola came first, at 2030-01-02T09:00:00.000Z.');
  const rejected = [...timeline, line(payoutCommands.refuseProposal.summary, 'approver ben')];
  await expect(desk({ changes: 3, timeline: rejected }).release(1)).rejects.toThrow('by ben came first');
  const sentAgain = desk({
    changes: 2,
    timeline: [...timeline, approved, line(noted, 'operator chidi')],
  }).release(1);
  await expect(sentAgain).rejects.toThrow(/look at it again\.$/);
});

test('who stops what went on meanwhile is told who came first, and sends no stage to the case', async () => {
  const at = '2030-01-02T09:00:00.000Z';
  const timeline = [
    { at, by: 'approver ada', what: 'Approve the payout' },
    { at, by: 'system', what: 'Sent, not settled' },
  ];
  const { given, steer } = desk({
    stage: 'PENDING',
    stageTitle: 'Sent, not settled',
    approval: undefined,
    timeline,
  });
  const held = steer('hold', { fields: { reason: 'UNDER_REVIEW' }, seenStage: 'APPROVAL' });
  await expect(held).rejects.toThrow('“Approve the payout” by ada came first');
  expect(given).toEqual(['sent']);
});

test('who agrees to what was withdrawn meanwhile is told who came first, and when', async () => {
  const at = '2030-01-02T09:00:00.000Z';
  const timeline = [{ at, by: 'operator maker-1', what: 'Withdraw what you have proposed' }];
  const { agree } = desk({ approval: undefined, proposals: [], timeline });
  await expect(agree('confirmProposal', 'b')).rejects.toThrow(
    `Nothing waits for your decision any more. “Withdraw what you have proposed” by maker-1 came first, at ${at}.`,
  );
});
