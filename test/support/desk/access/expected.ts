import { takesDocument, type CommandRow } from '../../../../src/domain/case/commands';
import type { Field } from '../../../../src/domain/case/fields';
import type { DeskRole } from '../../../../src/desk/contract/fields';
import type { Answer } from '../browser';
import type { OpenCase } from './open-cases';
import type { CaseKind } from '../../../../src/domain/case/kind';
import { kinds } from '../../../../src/domain/kinds';

const titleOf = ({ kind, stage }: OpenCase): string => {
  const { stages }: CaseKind = kinds[kind];
  return stages[stage]?.title ?? stage;
};

/** How a person may stand to a case. */
export const RELATIONS = ['maker', 'otherBranch', 'assignee', 'unrelated'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Why a person is refused by the table of who may do what; `undefined` if the case itself is asked. */
export function refusalBy(
  row: CommandRow,
  command: string,
  about: OpenCase,
  role: DeskRole,
  relation: Relation,
): string | undefined {
  const { approvers, agreement } = about;
  const ruled = agreement === 'confirmProposal' ? [agreement] : ['approve', 'reject'];
  const roles = row.roles.filter((one) => !ruled.includes(command) || (approvers?.includes(one) ?? true));
  if (!roles.some((one) => one === role))
    return about.ended
      ? `The case has ended: ${titleOf(about)}.`
      : `This is for the role ${roles.join(' or ')}.`;
  if (relation === 'maker' && command === about.agreement)
    return 'You have made, changed or proposed it: another person must approve it.';
  if (relation === 'otherBranch' && about.hasBranch && command !== 'addNote')
    return 'The case belongs to another branch: you may look at it, and add notes.';
  return undefined;
}

/** Whether an answer is the one expected: a refusal by the table, or else one of the case, which is in another stage. */
export function isAsExpected(
  { status, body }: Answer,
  refusal: string | undefined,
  about: OpenCase,
): boolean {
  const { type, title, detail } = Object(body) as Record<string, unknown>;
  if (refusal !== undefined)
    return (
      status === 403 &&
      type === '/problems/not-allowed' &&
      title === 'This is not for you to do' &&
      detail === refusal
    );
  return status === 409 && type === '/problems/refused' && OF_THE_CASE(about).test(String(detail));
}

const OF_THE_CASE = ({ ended }: OpenCase) =>
  ended ? /has ended/ : /has moved on since you looked|^There is no command/;

/** Whether a reason names the person, and not the case, as its cause. */
export const isOfPerson = (reason: string): boolean =>
  /^This is for the role|another person must approve|belongs to another branch/.test(reason);

/** A command, well formed, that the case refuses from every person, since it is in another stage. */
export function inAnotherStage({ kind, stage }: OpenCase, row: CommandRow, document: string): object {
  const given = Object.entries(row.fields).filter(([, { optional }]) => !optional);
  const values = given.map(
    ([name, field]) => [name, /^(bank|sort)Code$/.test(name) ? KNOWN_BANK : valueOf(field)] as const,
  );
  const isHandIn = takesDocument(row);
  const own = values.filter(([name]) => !isHandIn || (name !== 'path' && name !== 'sha256'));
  return {
    expectedStage: Object.keys(kinds[kind].stages).find((one) => one !== stage),
    fields: { ...Object.fromEntries(own), ...(isHandIn && { document }) },
  };
}

/** The desk takes no code that the bank's list does not have. */
const KNOWN_BANK = '901';

function valueOf(field: Field): string | number | boolean {
  switch (field.kind) {
    case 'text':
      return 'Seen at the branch';
    case 'code':
      return field.values[0] ?? '';
    case 'reference':
      return 'WALK-1';
    case 'integer':
      return field.min;
    case 'digits':
      return '9'.repeat(field.min);
    case 'date':
      return '2026-12-01';
    case 'flag':
      return true;
    case 'sha256':
      return 'a'.repeat(64);
    case 'rows':
      return '1';
  }
}
