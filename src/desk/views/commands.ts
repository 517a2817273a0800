import type { CaseDetails } from '../../domain/case/details';
import type { CaseKind } from '../../domain/case/kind';
import { takesDocument, type CommandRow } from '../../domain/case/commands';
import { isAmong, WITHDRAW } from '../../domain/case/agreement';
import type { CaseSnapshot, ShownProposal } from '../../domain/case/snapshot';
import { waits } from '../../domain/case/waits';
import { decide, rolesFor, type StepUp } from '../access/command-permission';
import type { FormField, OfferedCommand } from '../contract/command-forms';
import type { ReadOnly } from '../http/run-route';
import type { Person } from '../login/roles';
import { expectation, type Field } from '../../domain/case/fields';
import { presentOf } from './details';

/**
 * All commands of a case, for one person: first those that help, then those that are allowed. Their days are not
 * before `earliest`.
 */
export function offeredCommands(
  snapshot: Omit<CaseSnapshot, 'kind'>,
  { commands, stages }: Pick<CaseKind, 'commands' | 'stages'>,
  person: Person,
  stepUp: StepUp,
  details: CaseDetails = {},
  earliest?: string,
): ReadOnly<OfferedCommand>[] {
  const helping = helpingIn(snapshot);
  const { proposals = [], others = {} } = snapshot;
  // Of several proposals a person chooses one.
  const proposed = proposals.length === 1 ? proposals[0]?.digest : undefined;
  const isBy = ({ makers }: ShownProposal) => isAmong(makers.slice(-1), person.subject);
  const isOwn = (name: string) => name === 'refuseProposal' && proposals.length > 0 && proposals.every(isBy);
  const all = Object.entries(commands).map(([name, row]): ReadOnly<OfferedCommand> => {
    const decision = decide(person, row, name, snapshot, stages);
    const digest = name.endsWith('Proposal') ? proposed : snapshot.approval?.digest;
    return {
      name,
      summary: isOwn(name) ? WITHDRAW : row.summary,
      allowed: decision.allowed,
      roles: [...rolesFor(row, name, snapshot)],
      ...('role' in decision && { role: decision.role }),
      ...(!decision.allowed && { whyNot: decision.whyNot }),
      freshLogin: stepUp.isNeeded(snapshot, name),
      ends: row.ends ?? false,
      overrules: row.overrules ?? false,
      others: others[name],
      helps: decision.allowed && helping.some((command) => command === name),
      fields: formFieldsOf(row, digest, presentOf(name, details, snapshot.facts), earliest),
    };
  });
  const rank = ({ allowed, helps }: ReadOnly<OfferedCommand>) => (helps ? 0 : allowed ? 1 : 2);
  return all.sort((one, other) => rank(one) - rank(other));
}

/** The commands named by the attention or by the advice on a wait for people; none on a wait that asks for nothing. */
function helpingIn({ attention, waiting, commands }: Omit<CaseSnapshot, 'kind'>): readonly string[] {
  const advice = waiting ? waits[waiting.for].toDo : '';
  const isAsked = (name: string) => !advice.startsWith('Nothing') && new RegExp(`\\b${name}\\b`).test(advice);
  return [...(attention?.actions ?? []), ...commands.filter(isAsked)];
}

/** The name of the field for an uploaded document. */
export const DOCUMENT = 'document';

/** The fields of a command's form, from its table, with the shown digest and the case's present values. */
export function formFieldsOf(
  { fields }: CommandRow,
  digest: string | undefined,
  present: ReturnType<typeof presentOf> = {},
  earliest?: string,
): FormField[] {
  const isHandIn = takesDocument({ fields });
  const own = Object.entries(fields).filter(([name]) => !isHandIn || (name !== 'path' && name !== 'sha256'));
  const form = own.map(([name, field]) => ({
    ...formField(name, field, digest),
    ...(present[name] !== undefined && { present: present[name] }),
    ...(field.kind === 'date' && earliest !== undefined && { earliest }),
  }));
  return isHandIn ? [...form, DOCUMENT_FIELD] : form;
}

/** Whether a field names a person, so that pages offer the people whom the desk knows. */
export const isPerson = (name: string): boolean => name === 'assignee';

const DOCUMENT_FIELD: FormField = {
  name: DOCUMENT,
  kind: 'document',
  about: 'The document: PDF, JPEG or PNG',
  optional: false,
  personal: true,
  expectation: 'a document that was uploaded to this case',
};

function formField(name: string, field: Field, digest: string | undefined): FormField {
  return {
    ...{ name, kind: isPerson(name) ? 'person' : field.kind, about: field.about },
    optional: field.optional ?? false,
    personal: 'personal' in field,
    expectation: expectation(field),
    ...('values' in field && { values: [...field.values] }),
    ...('min' in field && { min: field.min }),
    ...('max' in field && { max: field.max }),
    ...(name.endsWith('Kobo') && { money: true }),
    ...(field.kind === 'sha256' && digest !== undefined && { value: digest }),
  };
}
