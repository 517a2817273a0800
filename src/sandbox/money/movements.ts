import { STAMP_DUTY_SUFFIX } from '../../service/contract/events';
import { refusals } from '../../service/contract/refusals';
import { iso, withOffset } from '../instants';
import type { AccountRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';
import { OWN_BANK } from './banks';
import { BOOKS, type Movement, type Transfer } from './ledger';

/** A reference of the kind banks give: digits alone. */
export const newUniqueRef = (world: World): string => world.random.digits(20);

/** Moves money and records the event of each account that is touched. */
export function moveMoney(
  world: World,
  transfer: Omit<Transfer, 'uniqueRef'> & { uniqueRef?: string },
): Movement {
  const movement = world.ledger.move({ uniqueRef: newUniqueRef(world), ...transfer }, world.now);
  recordEvent(world, movement, movement.from, 'account.outgoing-transaction');
  recordEvent(world, movement, movement.to, 'account.incoming-transaction');
  return movement;
}

/**
 * A transfer from another bank into an account. From a certain amount on it costs the holder a stamp duty.
 * A dynamic account takes one transfer and is then locked.
 */
export function receiveTransfer(
  world: World,
  account: AccountRecord,
  amountKobo: number,
  description: string,
): Movement {
  if (account.locked) refuse(refusals.accountLocked);
  const movement = moveMoney(world, {
    from: BOOKS.outside,
    to: account.number,
    amountKobo,
    category: 'TRANSFER',
    description,
  });
  world.commit('transfer-received', movement.uniqueRef, { amountKobo });
  chargeStampDuty(world, movement);
  if (!account.isStatic) world.accounts.change(account.number, { locked: true, updatedAt: world.now });
  return movement;
}

/** What the stamp duty on an incoming transfer is, in kobo. */
export const stampDutyOf = (world: World, amountKobo: number): number =>
  amountKobo >= world.settings.stampDutyFromKobo ? world.settings.stampDutyKobo : 0;

function chargeStampDuty(world: World, incoming: Movement): void {
  const amountKobo = stampDutyOf(world, incoming.amountKobo);
  if (amountKobo === 0) return;
  moveMoney(world, {
    from: incoming.to,
    to: BOOKS.charges,
    amountKobo,
    category: 'CHARGE',
    description: 'CBN stamp duty',
    uniqueRef: `${incoming.uniqueRef}${STAMP_DUTY_SUFFIX}`,
  });
}

function recordEvent(world: World, movement: Movement, accountNumber: string, kind: string): void {
  const account = world.accounts.get(accountNumber);
  if (!account) return;
  const at = iso(world.now);
  const event = world.events.put(`${kind}:${movement.uniqueRef}`, {
    event_id: movement.uniqueRef,
    event_type: kind,
    data: { event: kind, data: eventData(world, movement, account, kind) },
    created_at: at,
    updated_at: at,
  });
  world.announce(event);
}

/** Interface: "Events", and the remark of newer payloads. The amount is in naira (the unit is not documented). */
function eventData(world: World, movement: Movement, account: AccountRecord, kind: string) {
  return {
    id: world.random.uuid(),
    amount: movement.amountKobo / 100,
    currency: 'NGN',
    transactionType: kind.endsWith('incoming-transaction') ? 'CREDIT' : 'DEBIT',
    entryDate: withOffset(movement.at),
    uniqueRef: movement.uniqueRef,
    account: {
      id: account.id,
      bankAccount: {
        accountName: account.name,
        accountNumber: account.number,
        bank: { code: OWN_BANK.code, name: OWN_BANK.name },
      },
      static: account.isStatic,
      currency: 'NGN',
      clientId: account.id,
    },
    ...(world.settings.webhook.remarks && { transactionDetails: { remark: movement.description } }),
  };
}
