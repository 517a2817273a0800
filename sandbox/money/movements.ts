import { iso, withOffset } from '../time/clock';
import type { AccountRecord, BankState } from '../bank-state';
import { OWN_BANK } from './banks';
import type { Movement, Transfer } from './ledger';

/** A reference as banks give them: only digits. */
export const newUniqueRef = (state: BankState): string => state.random.digits(20);

/** Moves money and records an event for each touched account. */
export function moveMoney(
  state: BankState,
  transfer: Omit<Transfer, 'uniqueRef'> & { uniqueRef?: string },
): Movement {
  const movement = state.ledger.move({ uniqueRef: newUniqueRef(state), ...transfer }, state.now);
  recordEvent(state, movement, movement.from, 'account.outgoing-transaction');
  recordEvent(state, movement, movement.to, 'account.incoming-transaction');
  return movement;
}

/** Announces incoming money again, under another reference. Nothing moves. */
export function announceAgain(state: BankState, movement: Movement): void {
  const again = { ...movement, uniqueRef: newUniqueRef(state) };
  recordEvent(state, again, movement.to, 'account.incoming-transaction');
}

function recordEvent(state: BankState, movement: Movement, accountNumber: string, kind: string): void {
  const account = state.accounts.get(accountNumber);
  if (!account) return;
  const at = iso(state.now);
  const event = state.events.put(`${kind}:${movement.uniqueRef}`, {
    event_id: movement.uniqueRef,
    event_type: kind,
    data: { event: kind, data: eventData(state, movement, account, kind) },
    created_at: at,
    updated_at: at,
  });
  state.announce(event);
}

/** Interface: "Events", and the remark of newer payloads. The amount is in naira (the unit is not documented). */
function eventData(state: BankState, movement: Movement, account: AccountRecord, kind: string) {
  return {
    id: state.random.uuid(),
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
    ...(state.settings.webhook.remarks && { transactionDetails: { remark: movement.description } }),
  };
}
