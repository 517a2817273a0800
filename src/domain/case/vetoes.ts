/** What takes a veto back: another command, or nothing. */
const VETOES: ReadonlyMap<string, string | undefined> = new Map([
  ...['cancel', 'reject', 'abandon', 'withdraw', 'declineOffer', 'closeAsExpired'].map(lasting),
  ['hold', 'release'],
  ['pauseCharging', 'resumeCharging'],
]);

/** Commands that change what is to be sent: what people had asked for before counts no more. */
const CHANGES: readonly string[] = ['amend', 'setDisbursementAccount'];

function lasting(name: string): [string, undefined] {
  return [name, undefined];
}

/** Every command of which the gate asks the audit. */
export const COMMANDS_OF_THE_GATE: readonly string[] = [...VETOES, ...CHANGES]
  .flat()
  .filter((name) => name !== undefined);

/** The first of these commands by which people have said no, and have not taken that back since. */
export function standingVeto<C extends { readonly name: string }>(inOrder: readonly C[]): C | undefined {
  return inOrder.find(({ name }, place) => {
    if (!VETOES.has(name)) return false;
    const takenBackBy = VETOES.get(name);
    return takenBackBy === undefined || !inOrder.slice(place + 1).some((later) => later.name === takenBackBy);
  });
}
