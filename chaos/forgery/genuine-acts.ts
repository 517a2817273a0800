import type { Client, WorkflowHandle } from '@temporalio/client';
import { encodeToPayloadsWithContext } from '@temporalio/common/lib/internal-non-workflow';
import { RawValue } from '@temporalio/common';
import type { SigningKey } from '../../src/authority/person-key';
import { first, maker, second, shouting, type ProvenPayout } from '../../test/support/activities/gate';
import { signed } from '../../test/support/authority/forgeries';
import { startApproved, startPayout } from './approved-payout';
import { readable, succeeded, type Attempt } from './sending';

type Waiting = { readonly handle: WorkflowHandle; readonly digest: string };

const approvalBy = (key: SigningKey, { wf }: ProvenPayout, expectedDigest: string) =>
  signed({ wf, act: 'approve', role: 'approver', fields: { expectedDigest } }, {}, key);

const approve = (handle: WorkflowHandle, message: unknown) =>
  succeeded(handle.executeUpdate('approve', { args: [message] }));

/** A payout that lacks its second approval, and what is tried in its place, by acts that are genuine. */
const asSecond =
  (tried: (client: Client, payout: ProvenPayout, waiting: Waiting) => Promise<boolean>): Attempt =>
  async (client, payout) => {
    const waiting = await startApproved(client, payout, [first.key]);
    const taken = await tried(client, payout, waiting);
    await waiting.handle.terminate('the attempt is over');
    return taken;
  };

/** The approval as it would be encrypted for another case. */
async function movedFrom(client: Client, workflowId: string, message: object): Promise<unknown> {
  const owner = { type: 'workflow', namespace: client.options.namespace, workflowId } as const;
  const converter = client.options.loadedDataConverter;
  const [payload] = (await encodeToPayloadsWithContext(converter, owner, [message])) ?? [];
  if (!payload) throw new Error('nothing was encoded');
  return RawValue.fromPayload(payload);
}

/** The start as its maker has signed it, with terms that only the worker may set. */
const startedWith =
  (terms: object): Attempt =>
  async (client, payout) => {
    const handle = await startPayout(client, payout, { more: terms });
    return succeeded(handle.result());
  };

/** Attempts by people whose signatures are genuine, and by who repeats those. */
export const byGenuineActs: readonly [string, Attempt][] = [
  [
    'a genuine approval by the maker',
    asSecond(async (_, payout, { handle, digest }) =>
      approve(handle, await approvalBy(maker.key, payout, digest)),
    ),
  ],
  [
    'a genuine approval by the maker under an id with other capitals',
    asSecond(async (_, payout, { handle, digest }) =>
      approve(handle, await approvalBy(shouting.key, payout, digest)),
    ),
  ],
  [
    'a genuine approval by one person twice',
    asSecond(async (_, payout, { handle, digest }) =>
      approve(handle, await approvalBy(first.key, payout, digest)),
    ),
  ],
  [
    'a genuine approval of another digest',
    asSecond(async (_, payout, { handle }) =>
      approve(handle, await approvalBy(second.key, payout, 'ab'.repeat(32))),
    ),
  ],
  [
    'a genuine approval in plain text',
    asSecond(async (client, payout, { handle, digest }) =>
      approve(
        readable(client).workflow.getHandle(handle.workflowId),
        await approvalBy(second.key, payout, digest),
      ),
    ),
  ],
  [
    'a genuine approval that was encrypted for another case',
    asSecond(async (client, payout, { handle, digest }) => {
      const message = await approvalBy(second.key, payout, digest);
      const moved = await movedFrom(client, `${payout.wf}-other`, message);
      return approve(readable(client).workflow.getHandle(handle.workflowId), moved);
    }),
  ],
  ['a start that brings a policy of its own', startedWith({ policy: { nameMatch: 'close', approvals: [] } })],
  ['a start whose policy is that of another worker', startedWith({ policyVersion: 99, policyDigest: '0' })],
];
