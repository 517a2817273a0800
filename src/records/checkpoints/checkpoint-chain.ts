import type { AuditProblem, ExpectedHead } from '../audit/problems';
import { linkTo, opened, type SignerKey } from './checkpoint';

/** What a chain of signed checkpoints says, taken together. */
export interface SignedHeads {
  /** The last signed head of each case. */
  readonly heads: ReadonlyMap<string, ExpectedHead>;
  readonly count: number;
  /** Entries up to here are signed. */
  readonly position: number;
  readonly problems: readonly AuditProblem[];
}

/** Follows checkpoints from the first one on: each must be signed and continue the one before. */
export async function readChain(
  lines: readonly string[],
  key: SignerKey,
  source: string,
): Promise<SignedHeads> {
  const heads = new Map<string, ExpectedHead>();
  const problems: AuditProblem[] = [];
  let last: { number: number; text?: string; position: number } = { number: 0, position: 0 };
  for (const text of lines) {
    const checkpoint = await opened(text, key);
    if (!checkpoint) {
      problems.push({ problem: `${source}: the checkpoint after ${last.number} was not made by the signer` });
      continue;
    }
    const { number, previous, position } = checkpoint;
    if (number !== last.number + 1 || previous !== linkTo(last.text))
      problems.push({
        problem: `${source}: checkpoint ${number} does not continue checkpoint ${last.number}`,
      });
    for (const [caseId, sequence, hash] of checkpoint.heads)
      heads.set(caseId, { sequence, hash, source: `${source}, checkpoint ${number},` });
    last = { number, text, position };
  }
  return { heads, count: lines.length, position: last.position, problems };
}
