import { commandFields, type CommandTable } from '../../../domain/case/commands';
import { problemsWith } from '../../../domain/case/fields';
import type { Way } from '../../../domain/case/proof';
import type { Acts } from './acts';
import type { AnyCommand } from './behaviour';

export type ReadCommand<T extends CommandTable> =
  | { readonly command: AnyCommand<T>; readonly misread?: never }
  | { readonly command?: never; readonly misread: string };

/** Reads a message as a command, or says in a sentence why it is not one; the stage of the case does not matter here. */
export function readCommand<T extends CommandTable>(
  acts: Acts,
  table: T,
  stages: readonly string[],
  { name, message, way }: { name: string; message: unknown; way: Way },
): ReadCommand<T> {
  const { command, refusal } = acts.read(name, message, way);
  const fields = { ...commandFields(stages), ...table[name]?.fields };
  const problems = refusal === undefined ? problemsWith(fields, command) : [refusal];
  return problems.length > 0
    ? { misread: `${name}: ${problems.join('; ')}` }
    : { command: command as AnyCommand<T> };
}
