import { contentDigest } from '../../../src/authority/digest';
import type { SigningKey } from '../../../src/authority/person-key';
import type { CommandRow, Role } from '../../../src/domain/case/commands';
import type { Subject } from '../../../src/domain/case/fields';
import { instructionOf } from '../../../src/domain/case/instruction';
import type { TogetherAct } from '../../../src/domain/case/proof';
import { caseOf } from '../../../src/domain/wire/workflow-ids';
import { proven } from './gate';

interface Sender {
  readonly key: SigningKey;
  readonly role: Role;
  /** What the receipt says of a fresh login. */
  readonly login?: string;
}

/** Who gives a command and who confirms it, where it is not as usual. */
export interface Varied {
  readonly by?: Sender;
  readonly others?: readonly Sender[];
  /** What those others have agreed to, where it differs. */
  readonly confirmed?: object;
  /** What it is about, by what they were shown. */
  readonly about?: Subject;
  readonly agoMs?: number;
  /** The reference of the case, where its id has another one. */
  readonly reference?: string;
}

/** A command that people have given together. */
export async function provenTogether(
  wf: string,
  [command, row]: readonly [string, CommandRow],
  fields: object,
  { by, others = [], confirmed = fields, about = {}, agoMs = 0, reference = caseOf(wf).reference }: Varied,
): Promise<TogetherAct> {
  const { kind } = caseOf(wf);
  const instruction = instructionOf(command, row, confirmed, about);
  const expectedDigest = contentDigest([kind, reference, ...instruction]);
  const confirmations = await Promise.all(
    others.map((other) => proven('confirmProposal', { expectedDigest }, { ...other, wf })),
  );
  return { ...(await proven(command, fields, { ...by, wf, agoMs })), about, confirmations };
}
