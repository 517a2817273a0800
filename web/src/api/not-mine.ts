import type { ApprovalItem, CasePage, OfferedCommand, PayoutFacts } from '../../../src/desk/contract';

/** Why the person may not give a command that their role may give: who made a payout does not release it from another's hold. */
export const whyNotMine = (
  { name }: Pick<OfferedCommand, 'name'>,
  shown: PayoutFacts | ApprovalItem | undefined,
  me: string,
): string | undefined =>
  name === 'release' &&
  shown?.held !== undefined &&
  shown.held.releasedBy === undefined &&
  shown.held.by !== me &&
  shown.makers.includes(me)
    ? 'Somebody else holds it back, and you made or changed it: another person releases it.'
    : undefined;

/** The case as this person meets it: what is another's to give is not allowed, and left to others. */
export const asMine = (shown: CasePage, me: string): CasePage => ({
  ...shown,
  commands: shown.commands.map((command) => {
    const whyNot = command.allowed ? whyNotMine(command, shown.payout, me) : undefined;
    if (whyNot === undefined) return command;
    const { role: _, ...others } = command;
    return { ...others, allowed: false, whyNot };
  }),
});
