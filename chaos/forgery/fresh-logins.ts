import type { Client, WorkflowHandle } from '@temporalio/client';
import type { SignedMessage } from '../../src/domain/case/acts';
import { desk, provenPayout, type ProvenPayout } from '../../test/support/activities/gate';
import { speakingFor } from '../../test/support/authority/acts';
import { signed } from '../../test/support/authority/forgeries';
import { approveBy, startApproved, startPayout } from './approved-payout';
import { BELOW_DEVICES_KOBO, makerOf, provider } from './environment';
import { sendForeign, succeeded, type Attempt, type Twin } from './sending';

export const INVENTED = ['invented-1', 'invented-2'];
export const atDesk = (person: string) => speakingFor(person, desk.key);

/** What a desk signs for a person who approves. */
export const approvalOf = (person: string, { wf }: ProvenPayout, expectedDigest: string) =>
  signed({ wf, act: 'approve', role: 'approver', fields: { expectedDigest } }, {}, atDesk(person));

/** The same payout of so much that approving it takes a fresh login, and no device. */
const belowDevices = ({ payout: { reference } }: ProvenPayout) =>
  provenPayout(reference, { amountKobo: BELOW_DEVICES_KOBO });

const approve = (handle: WorkflowHandle, message: object) =>
  succeeded(handle.executeUpdate('approve', { args: [message] }));

/** Starts a payout, and tells of both approvals whether one of them was taken. */
export const byBoth =
  (
    made: (act: SignedMessage, place: number) => Promise<object>,
    { people = INVENTED, of = belowDevices } = {},
  ): Attempt =>
  async (client, proven) => {
    const payout = of(proven);
    const { handle, digest } = await startApproved(client, payout, []);
    const taken: boolean[] = [];
    for (const [place, person] of people.entries())
      taken.push(await approve(handle, await made(await approvalOf(person, payout, digest), place)));
    await handle.terminate('the attempt is over');
    return taken.includes(true);
  };

/** What was captured: the login of a person for another act of theirs. */
const captured = (person: string) =>
  approvalOf(person, provenPayout('CAPTURED'), 'ab'.repeat(32)).then(({ act }) => provider.token(act));

/** Attempts by who holds the key of the desk, and may write to Temporal. */
export const byTheDesksKey: readonly [string, Attempt][] = [
  [
    "the desk's key alone invents two approvers above the step-up amount",
    byBoth((message) => Promise.resolve(message)),
  ],
  [
    "the desk's key alone, with approvals that a worker has accepted, through a foreign workflow",
    async (client: Client, proven) => {
      const payout = belowDevices(proven);
      const approvals = await Promise.all(INVENTED.map((person) => payout.approval(atDesk(person))));
      return sendForeign(client, payout.wf, [payout.order, { ...(await payout.legitimate()), approvals }]);
    },
  ],
  [
    'logins that were captured, with other acts of the same people',
    byBoth(async (message, place) => ({ ...message, login: await captured(INVENTED[place] ?? '') })),
  ],
  [
    'the login of one person for the act of another',
    byBoth(async (message) => ({
      ...message,
      login: await provider.token(message.act, { sub: 'invented-3' }),
    })),
  ],
  [
    'logins from before the acts',
    byBoth(async (message) => ({ ...message, login: await provider.token(message.act, { auth_time: 1 }) })),
  ],
];

/** Two people who have logged in for their approvals. */
export const withFreshLogins: Twin = async (client, reference, { committed }) => {
  const madeBy = makerOf(reference);
  const payout = provenPayout(reference, { amountKobo: BELOW_DEVICES_KOBO, madeBy });
  const handle = await startPayout(client, payout);
  const digest = await approveBy(handle, []);
  for (const person of INVENTED) {
    const message = await approvalOf(person, payout, digest);
    const args: [object] = [{ ...message, login: await provider.token(message.act) }];
    await handle.executeUpdate('approve', { args });
  }
  await handle.result();
  return committed(reference) === 1;
};
