/** Each veto with the command that takes it back; `undefined` if none does. */
const VETOES = new Map<string, string | undefined>([
  ...['cancel', 'reject', 'abandon', 'withdraw', 'declineOffer', 'closeAsExpired'].map(
    (name) => [name, undefined] as const,
  ),
  ['hold', 'release'],
  ['pauseCharging', 'resumeCharging'],
]);

/** Commands that change what is to be sent, so that earlier requests no longer count. */
const CHANGES: readonly string[] = ['amend', 'setDisbursementAccount'];

/** The commands that the gate looks up in the audit. */
export const COMMANDS_OF_THE_GATE: readonly string[] = [...VETOES, ...CHANGES]
  .flat()
  .filter((name) => name !== undefined);

/** The first of these commands that is a veto which no later command takes back. */
export function standingVeto<C extends { readonly name: string }>(inOrder: readonly C[]): C | undefined {
  return inOrder.find(({ name }, place) => {
    if (!VETOES.has(name)) return false;
    const takenBackBy = VETOES.get(name);
    return takenBackBy === undefined || !inOrder.slice(place + 1).some((later) => later.name === takenBackBy);
  });
}
