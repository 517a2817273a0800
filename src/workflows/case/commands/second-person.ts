import type { Agreement } from '../../../domain/case/approval';
import type { ProvenAct } from '../../../domain/case/proof';
import type { GivenCommand, Proposals } from './proposals';

/** What the case does with a command that a second person has confirmed. */
interface Confirmed {
  /** Why the command cannot be carried out any more, as a sentence. */
  readonly whyNot: (given: GivenCommand) => string | undefined;
  readonly carryOut: (given: GivenCommand) => void;
}

type Confirmation = Agreement & { readonly proof?: ProvenAct };
type Decision = Pick<Agreement, 'expectedDigest'>;

/** Handlers of the commands by which a second person agrees to what a first one has proposed, or refuses it. */
export const secondPersonHandlers = (proposals: Proposals, { carryOut }: Confirmed) => ({
  confirmProposal({ expectedDigest, ...by }: Confirmation) {
    const given = proposals.agree(expectedDigest, by);
    if (given) carryOut(given);
  },
  refuseProposal: ({ expectedDigest }: Decision) => proposals.remove(expectedDigest),
});

/** Why these commands are refused. */
export const secondPersonGuards = (proposals: Proposals, { whyNot }: Confirmed) => {
  const now = () => (proposals.isEmpty ? 'Nothing is proposed.' : undefined);
  const given = ({ expectedDigest }: Decision) => proposals.find(expectedDigest)?.given;
  const gone = 'nothing is proposed under this digest any more: look again';
  return {
    confirmProposal: {
      now,
      content(agreement: Agreement): string | undefined {
        const command = given(agreement);
        return command ? (proposals.refusal(agreement) ?? whyNot(command)) : gone;
      },
    },
    refuseProposal: { now, content: (decision: Decision) => (given(decision) ? undefined : gone) },
  };
};
