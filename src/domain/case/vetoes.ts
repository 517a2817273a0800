/** The vetoes that no command takes back. */
const FOR_GOOD = ['cancel', 'reject', 'abandon', 'withdraw', 'closeAsExpired'];

/** Each other veto with the command that takes it back. */
const TAKEN_BACK_BY = new Map([
  ['hold', 'release'],
  // Of an offer that the bank has as accepted, so that the loan has not ended.
  ['declineOffer', 'acceptOffer'],
  ['pauseCharging', 'resumeCharging'],
]);

/** Commands that change what is to be sent, so that earlier requests no longer count. */
const CHANGES = ['amend', 'setDisbursementAccount'];

/** The commands that the gate looks up in the audit. */
export const COMMANDS_OF_THE_GATE: readonly string[] = [...FOR_GOOD, ...TAKEN_BACK_BY, ...CHANGES].flat();

/** The first of these commands that is a veto which no later command takes back. */
export function standingVeto<C extends { readonly name: string }>(inOrder: readonly C[]): C | undefined {
  return inOrder.find(({ name }, place) => {
    const takenBackBy = TAKEN_BACK_BY.get(name);
    if (takenBackBy === undefined) return FOR_GOOD.includes(name);
    return !inOrder.slice(place + 1).some((later) => later.name === takenBackBy);
  });
}
