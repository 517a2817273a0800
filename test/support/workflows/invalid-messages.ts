import fc from 'fast-check';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { commandFields, ROLES, type CommandRow, type CommandTable } from '../../../src/domain/case/commands';
import type { Field, Fields } from '../../../src/domain/case/fields';
import { loanStages } from '../../../src/domain/loan/stages';
import { payoutStages } from '../../../src/domain/payout/stages';

export interface Message {
  readonly name: string;
  readonly payload: unknown;
}

type Payload = Record<string, unknown>;

/** A value that the field takes. */
function fitting(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'code') return fc.constantFrom(...field.values);
  const digits = '7'.repeat(field.kind === 'digits' ? field.min : 64);
  const values = {
    text: 'checked',
    reference: 'officer-1',
    integer: field.kind === 'integer' ? field.min : 0,
    digits,
    date: '2026-01-31',
    flag: true,
    sha256: digits,
    rows: '3,7-9',
  };
  return fc.constant(values[field.kind]);
}

/** A value that no field takes. */
const misfit = fc.constantFrom<unknown>({}, [], -1, 0.5, '', 'n'.repeat(20_000));
const personal = fc.constantFrom('call 08031234567', '0803 123 4567', 'ask ada@example.com');

/** A command as it should be, as far as its fields go. */
function wellFormed(row: CommandRow): fc.Arbitrary<Payload> {
  const { actor, note } = commandFields([]);
  const fields: Fields = { actor, note, ...row.fields };
  const values = Object.entries(fields).map(([name, field]) => [name, fitting(field)] as const);
  return fc.record({ ...Object.fromEntries(values), role: fc.constantFrom<string>(...row.roles) });
}

/** One thing that is wrong with a command, whatever else it holds. */
function spoiling(row: CommandRow, stage: string): fc.Arbitrary<Payload> {
  const { role, actor } = commandFields([]);
  const fields: Fields = { role, actor, ...row.fields };
  const required = Object.keys(fields).filter((name) => !fields[name]?.optional);
  const others = Object.keys({ ...loanStages, ...payoutStages }).filter((other) => other !== stage);
  const otherRoles = ROLES.filter((one) => !row.roles.includes(one));
  const set = (name: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
    fc.tuple(name, value).map((entry) => Object.fromEntries([entry]));
  return fc.oneof(
    set(fc.constant('role'), fc.constantFrom('', 'root', ...otherRoles)),
    set(fc.constant('expectedStage'), fc.constantFrom(...others)),
    set(fc.constantFrom(...required), fc.constant(undefined)),
    set(fc.constantFrom('note', 'requestId', ...Object.keys(fields)), misfit),
    set(fc.constant('note'), personal),
    set(fc.constantFrom('stage', 'approvedBy', 'digest'), misfit),
  );
}

/**
 * Commands of this case that are right but for one thing: a field, the role, the stage, or that they are not allowed
 * now. An approval has the wrong digest, if nothing else. All under one id: what is refused must not be remembered.
 */
export function invalidMessages(
  table: CommandTable,
  { stage, commands }: CaseSnapshot,
): fc.Arbitrary<Message> {
  const all = Object.entries(table).map(([name, row]) => {
    const refusedAnyhow = name === 'approve' || !commands.includes(name);
    const wrong = spoiling(row, stage);
    const change = refusedAnyhow ? fc.oneof(fc.constant<Payload>({}), wrong) : wrong;
    return fc
      .tuple(wellFormed(row), change)
      .map(([right, invalid]) => ({ name, payload: { requestId: 'request-1', ...right, ...invalid } }));
  });
  return fc.oneof(...all);
}
