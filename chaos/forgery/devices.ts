import { challengeOf, type Assertion } from '../../src/authority/passkey';
import type { SignedMessage } from '../../src/domain/case/acts';
import { provenPayout } from '../../test/support/activities/gate';
import { newDevice } from '../../test/support/authority/device';
import { approveBy, startPayout } from './approved-payout';
import { devices, makerOf, provider } from './environment';
import { approvalOf, atDesk, byBoth, INVENTED } from './fresh-logins';
import { sendForeign, type Attempt, type Twin } from './sending';

type Device = ReturnType<typeof newDevice>;

const peopleOf = (all: readonly Device[]) => all.map(({ passkey }) => passkey.subject);
const bySigning = ({ signs }: Device, { act }: SignedMessage): Assertion => signs(challengeOf(act));

/** Approvals with logins that the provider makes up, and with what a device may have signed. */
const withLogins = (
  signature: (message: SignedMessage, place: number) => Promise<Assertion> | Assertion | undefined,
  people: readonly string[] = INVENTED,
): Attempt =>
  byBoth(
    async (message, place) => {
      const passkey = await signature(message, place);
      return { ...message, login: await provider.token(message.act), ...(passkey && { passkey }) };
    },
    { people: [...people], of: (payout) => payout },
  );

const unknown = INVENTED.map((person) => newDevice('ec', 0, person));
const at = (all: readonly Device[], place: number): Device => all[place] as Device;

/** Attempts by who has taken over the desk and the login provider, for a payout of so much that it takes devices. */
export const byDeskAndProvider: readonly [string, Attempt][] = [
  ['the desk and the login provider together invent two approvers', withLogins(() => undefined)],
  [
    'the desk and the login provider, with devices that nobody has enrolled',
    withLogins((message, place) => bySigning(at(unknown, place), message)),
  ],
  [
    'the desk and the login provider, with the enrolled devices of others',
    withLogins((message, place) => bySigning(at(devices.enrolled, place), message)),
  ],
  [
    'the desk and the login provider, with signatures of devices that were captured',
    withLogins(async (_, place) => {
      const device = at(devices.enrolled, place);
      const other = provenPayout('CAPTURED');
      return bySigning(device, await approvalOf(device.passkey.subject, other, other.digest));
    }, peopleOf(devices.enrolled)),
  ],
  [
    'the desk and the login provider, with devices that were revoked',
    withLogins((message, place) => bySigning(at(devices.revoked, place), message), peopleOf(devices.revoked)),
  ],
  [
    'the desk and the login provider, through a foreign workflow with approvals that a worker has accepted',
    async (client, payout) => {
      const login = 'l'.repeat(43);
      const approvals = await Promise.all(
        INVENTED.map((person) => payout.approval(atDesk(person), { login })),
      );
      return sendForeign(client, payout.wf, [payout.order, { ...(await payout.legitimate()), approvals }]);
    },
  ],
];

/** Two people who have logged in for their approvals and signed them with their devices. */
export const withDevices: Twin = async (client, reference, { committed }) => {
  const payout = provenPayout(reference, { madeBy: makerOf(reference) });
  const handle = await startPayout(client, payout);
  const digest = await approveBy(handle, []);
  for (const device of devices.enrolled) {
    const message = await approvalOf(device.passkey.subject, payout, digest);
    const login = await provider.token(message.act);
    await handle.executeUpdate('approve', {
      args: [{ ...message, login, passkey: bySigning(device, message) }],
    });
  }
  await handle.result();
  return committed(reference) === 1;
};
