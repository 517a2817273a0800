import type { CommandTable } from '../../domain/case/commands';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { waits, type StageRow } from '../../domain/case/waits';
import { decide } from '../access/decide';
import type { StepUp } from '../access/fresh-login';
import type { OfferedCommand } from '../contract/commands';
import type { Person } from '../login/roles';
import { formFieldsOf } from './form-fields';

/** A kind of case: its tables. */
interface Tables {
  readonly commands: CommandTable;
  readonly stages: Readonly<Record<string, StageRow>>;
}

/** Every command of a case, for one person: those that help first, then those that are allowed. */
export function offeredCommands(
  snapshot: Omit<CaseSnapshot, 'kind'>,
  { commands, stages }: Tables,
  person: Person,
  stepUp: StepUp,
): OfferedCommand[] {
  const helping = helpingIn(snapshot);
  const digest = snapshot.approval?.digest ?? snapshot.proposals?.[0]?.digest;
  const all = Object.entries(commands).map(([name, row]): OfferedCommand => {
    const decision = decide(person, row, name, snapshot, stages);
    return {
      ...{ name, summary: row.summary, allowed: decision.allowed },
      ...(decision.allowed ? { role: decision.role } : { whyNot: decision.whyNot }),
      freshLogin: stepUp.isNeeded(snapshot, name),
      helps: decision.allowed && helping.some((command) => command === name),
      fields: formFieldsOf(row, digest),
    };
  });
  const rank = ({ allowed, helps }: OfferedCommand) => (helps ? 0 : allowed ? 1 : 2);
  return all.sort((one, other) => rank(one) - rank(other));
}

/** The commands that attention names, and those that the advice of the wait names. */
function helpingIn({ attention, waiting, commands }: Omit<CaseSnapshot, 'kind'>): readonly string[] {
  const advice = waiting ? waits[waiting.for].toDo : '';
  const named = commands.filter((name) => new RegExp(`\\b${name}\\b`).test(advice));
  return [...(attention?.actions ?? []), ...named];
}
