import { digestOf, newToken } from '../../src/desk/login/logins';
import { codecPassOf, Sessions } from '../../src/desk/login/sessions';
import { PreparedCommands } from '../../src/desk/login/prepared-commands';
import type { RouteContext } from '../../src/desk/route-context';
import { approvalHandlers } from '../../src/desk/routes/approvals';
import { append } from '../../src/records/audit/append';
import { first, second } from '../../test/support/activities/gate';
import { personKey } from '../../test/support/authority/acts';
import { signed } from '../../test/support/authority/forgeries';
import { newSeal } from '../../test/support/desk/seal';
import { entry, newAuditKeys, type TestRecords } from '../../test/support/records/database';
import { startApproved } from './approved-payout';
import { afterForgetting, SAID_NO } from './forgotten-vetoes';
import { unchecked } from './from-outside';
import { afterPaying } from './repeating';
import { succeeded, type Attempt } from './sending';

const seal = newSeal();
const supervisor = (subject: string) => ({
  ...{ subject, name: subject, roles: ['supervisor' as const], loggedInAt: new Date() },
});

/** Whether a desk takes a token for a session. */
const isSession = async ({ pool }: TestRecords, token: string) =>
  (await new Sessions(pool, seal).look(token)) !== undefined;

const insertedSession: Attempt = async (_, { wf }, { records }) => {
  const token = await new Sessions(records.pool, newSeal()).begin(supervisor(wf));
  return isSession(records, token);
};

const copiedSession: Attempt = async (_, { wf }, { records }) => {
  const [genuine, own] = [await new Sessions(records.pool, seal).begin(supervisor(wf)), newToken()];
  await records.pool.query('UPDATE desk_session SET digest = $2, codec_digest = $3 WHERE digest = $1', [
    ...[genuine, own].map(digestOf),
    digestOf(codecPassOf(own)),
  ]);
  return isSession(records, own);
};

/** What a person has agreed to waits for the login; another command takes its place. */
const swappedCommand: Attempt = async (_, { payout: { reference } }, { records }) => {
  const prepared = new PreparedCommands(records.pool, seal);
  const [good, evil] = [`good-${reference}`, `evil-${reference}`];
  for (const requestId of [good, evil])
    await prepared.keep('approver-1', {
      ...{ requestId, kind: 'payout', reference: requestId, workflowId: `payout:${requestId}` },
      ...{ command: 'approve', message: { act: 'an act', expectedDigest: 'ab'.repeat(32) } },
    });
  await records.pool.query('DELETE FROM desk_command WHERE request_id = $1', [good]);
  await records.pool.query('UPDATE desk_command SET request_id = $1 WHERE request_id = $2', [good, evil]);
  return succeeded(prepared.find('approver-1', good));
};

/** Approvers are shown the payout itself, whatever stands in the desk's copy. */
const changedCopy: Attempt = async (client, payout) => {
  const { handle, digest } = await startApproved(client, payout, [first.key]);
  const { reference, amountKobo } = payout.payout;
  const told = {
    approval: { digest, makers: [], approvers: [], roles: ['approver'] },
    facts: { amountKobo: 100 },
  };
  const copied = {
    ...{ kind: 'payout', reference, workflowId: payout.wf, amountKobo: 100, names: {}, snapshot: told },
    readAt: new Date(),
  };
  const parts = {
    client,
    copy: {
      approvals: () => Promise.resolve({ listed: [copied], total: 1 }),
      counts: () => Promise.resolve({ approvals: 1 }),
      paidBefore: () => Promise.resolve(new Set()),
      alike: () => Promise.resolve([]),
    },
    payingAccounts: { terms: () => Promise.resolve({ accounts: [], approvals: [] }) },
    banks: { names: () => Promise.resolve(new Map()) },
    events: { freshness: () => Promise.resolve({ stale: false, revision: 1 }) },
    stepUp: { isNeeded: () => false },
  } as unknown as RouteContext;
  const person = { subject: second.key.subject, roles: ['approver'] };
  const { items } = await approvalHandlers(parts).approvals({ query: { page: 1, size: 1 }, person } as never);
  await handle.terminate('the attempt is over');
  if (items.length !== 1) throw new Error('the desk shows no approval');
  return items.some((item) => item.allowed && item.amountKobo !== amountKobo);
};

/** Entries that the role of the workers adds without their key: the table takes them as the next ones of the case. */
const released = async (wf: string, { pool }: TestRecords) => {
  const deed = { wf, act: 'release', role: 'operator', fields: {} } as const;
  const { act } = await signed(deed, {}, personKey('nobody', ['operator']).key);
  const said = { id: 'made-up', what: 'release', actor: 'officer-1', at: new Date().toISOString(), act };
  return append(pool, newAuditKeys(), { caseId: wf, entries: [entry(1, said)] });
};

/** Rows of the fence that say of what was paid that the bank has taken nothing of it. */
const freed = (reference: string, { pool }: TestRecords) =>
  pool.query(
    `INSERT INTO money_effect SELECT reference, sequence + 1, kind, digest, run_id, activity_id, attempt, sent_at, maker,
       account, day, mandate, 0, 'unsent', key_id, signature
     FROM money_effect WHERE reference = $1 ORDER BY sequence DESC LIMIT 1`,
    [reference],
  );

/** Rows that the programs' role of the database has inserted, copied or changed. */
export const byInsertedRows: readonly [string, Attempt][] = [
  ['a session of the desk that was inserted', insertedSession],
  ['a session of the desk that was copied from that of another person', copiedSession],
  ['a prepared command that another one takes the place of', swappedCommand],
  ["an amount in the desk's copy that was changed before people approve", changedCopy],
  [
    'a reset to before a person said hold, with an inserted entry of the audit that says release',
    afterForgetting('hold', 'operator', { reason: 'SUSPECTED_FRAUD' }, SAID_NO, released),
  ],
  [
    'a second start, with inserted rows of the fence that say that nothing was sent',
    (client, payout, attempted) =>
      unchecked(
        afterPaying(async (_, paid) => {
          await freed(paid.payout.reference, attempted.records);
          return (await startApproved(client, paid, [first.key, second.key])).handle;
        }),
      )(client, payout, attempted),
  ],
];
