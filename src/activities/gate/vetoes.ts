import { claimsIn } from '../../domain/case/acts';
import type {
  Authorisation,
  ChargeAuthorisation,
  DisbursementAuthorisation,
} from '../../domain/case/send-authorisation';
import { COMMANDS_OF_THE_GATE, standingVeto } from '../../domain/case/vetoes';
import type { CarriedOut } from '../../records/audit/read';
import type { Records } from '../../records/records';
import { unlessAway } from './fence';
import { ProofRefused } from './proofs';

/** The acts that come with a send, of whichever kind it is. */
type Given = Partial<Authorisation & ChargeAuthorisation & DisbursementAuthorisation>;

interface Acted {
  readonly act?: unknown;
}

interface Signed extends CarriedOut {
  readonly signedAt: number;
}

/**
 * Checks against the audit, which outlives a reset of the case, that nobody has vetoed a send since its case
 * was begun, and that the send takes every change into account. @throws ProofRefused, RecordsAway
 */
export async function requireNoVeto(records: Pick<Records, 'commandsOf'>, own: string, given: Given) {
  const begunAt = signedAt(given.start);
  const root = claimsIn(given.start?.act)?.wf ?? own;
  const commands = (await unlessAway(records.commandsOf([own, root], COMMANDS_OF_THE_GATE)))
    .map((command): Signed => ({ ...command, signedAt: signedAt(command) }))
    .filter((command) => command.act !== undefined && command.signedAt >= begunAt);
  const ofOwn = commands.filter(({ caseId }) => caseId === own);
  const ofRoot =
    root === own ? [] : commands.filter(({ caseId, name }) => caseId === root && name === 'reject');
  const veto = standingVeto([...ofRoot, ...ofOwn]);
  if (veto && !isAskedSince(veto, given.asked))
    throw new ProofRefused(`by ${inWords(veto)} a person has said no to it, which its case does not know of`);
  const missed = ofOwn.find(
    ({ name, act }) => name === 'amend' && !given.changes?.some((change) => change.act === act),
  );
  const other = otherAccount(ofOwn, given.account);
  const unheeded = missed ?? other;
  if (unheeded) throw new ProofRefused(`it does not heed ${inWords(unheeded)}`);
}

/** A charge that an officer asks for while charging is paused goes out all the same. */
const isAskedSince = (veto: Signed, asked: Acted | undefined): boolean =>
  veto.name === 'pauseCharging' && asked !== undefined && signedAt(asked) >= veto.signedAt;

/** The last command for another account since people asked for this one. */
function otherAccount(inOrder: readonly Signed[], account: Acted | undefined): Signed | undefined {
  const asked = inOrder.filter(({ name }) => name === 'setDisbursementAccount');
  const place = asked.findIndex(({ act }) => act === account?.act);
  const since = place < 0 ? asked.filter((one) => one.signedAt > signedAt(account)) : asked.slice(place + 1);
  return since.at(-1);
}

/** In seconds since 1970; 0, older than everything, if it was never signed. */
const signedAt = (acted: Acted | undefined): number => claimsIn(acted?.act)?.iat ?? 0;

const inWords = ({ name, at }: CarriedOut) => `the command ${name} of ${at}`;
