import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted, spoken } from '../format/words';
import { latestOf } from './document';
import type { SchemaField } from './fields';
import type { useStart } from './use-start';
import { koboOf, nairaText } from '../format/money';
import { BankCode, isBankField } from '../parts/bank-code';
import { PayingAccount } from '../parts/paying-account';
import { AMOUNT_KEYBOARD, flagOf, textOf } from '../parts/input-props';

interface FieldGroupsProps {
  readonly fields: readonly SchemaField[];
  readonly start: ReturnType<typeof useStart>;
  /** Content to show with the fields of a group, by group. */
  readonly beside?: Readonly<Record<string, ReactNode>>;
}

/** The fields of a form, in the groups of the file. */
export const FieldGroups = ({ fields, start, beside = {} }: FieldGroupsProps) => (
  <div className="stack wide">
    <p aria-live="polite">
      {wrongText(fields.filter((field) => start.problemOf(field) !== undefined).length)}
    </p>
    {groupsOf(fields).map(([group, those]) => (
      <fieldset key={group}>
        {group !== '' && <legend>{spoken(group.split('.').at(-1) ?? group)}</legend>}
        <div className="grid">
          {those.map((field) => (
            <SchemaInput
              key={field.path}
              field={field}
              value={start.valueOf(field)}
              problem={start.problemOf(field)}
              onChange={(value, bankName) =>
                start.type({
                  [field.path]: value,
                  ...(bankName === undefined ? {} : { [bankNameBeside(field)]: bankName }),
                })
              }
            />
          ))}
        </div>
        {beside[group]}
      </fieldset>
    ))}
  </div>
);

const wrongText = (count: number) => (count === 0 ? '' : `Correct ${counted(count, 'field')}`);

const bankNameBeside = (field: SchemaField) => `${parentOf(field)}.bankName`;

const parentOf = ({ path }: SchemaField) => path.split('.').slice(0, -1).join('.');

function groupsOf(fields: readonly SchemaField[]): [string, SchemaField[]][] {
  const groups = new Map<string, SchemaField[]>();
  for (const field of fields) groups.set(parentOf(field), [...(groups.get(parentOf(field)) ?? []), field]);
  return [...groups];
}

interface SchemaInputProps {
  readonly field: SchemaField;
  readonly value: string;
  readonly problem: string | undefined;
  /** Gets the bank's name, too, if the list has the given code. */
  readonly onChange: (value: string, bankName?: string) => void;
}

/** The input for one field of a schema. */
function SchemaInput({ field, value, problem, onChange }: SchemaInputProps) {
  const shared = {
    name: field.path,
    label: labelOf(field),
    description: aboutOf(field, value),
    error: problem,
    required: field.required && field.parts.length === 0,
  };
  const changed = textOf(onChange);
  if (field.path === 'source.accountNumber')
    return <PayingAccount {...shared} value={value} onChange={onChange} />;
  if (isBankField(field.path)) return <BankCode {...shared} value={value} onChange={onChange} />;
  if (field.kind === 'flag') return <Checkbox {...shared} {...flagOf(value, onChange)} />;
  if (field.kind === 'choice')
    return (
      <NativeSelect
        {...shared}
        value={value}
        onChange={changed}
        data={[
          ...(field.initial === '' ? [{ value: '', label: 'Choose' }] : []),
          ...field.values.map((each) => ({ value: each, label: spoken(each) })),
        ]}
      />
    );
  return <TextInput {...shared} {...keyboardOf(field)} autoComplete="off" value={value} onChange={changed} />;
}

const labelOf = ({ label, kind, required, parts }: SchemaField) => {
  const isOptional = (!required || parts.length > 0) && kind !== 'flag';
  return `${label}${kind === 'money' ? ' in naira' : ''}${isOptional ? ' (optional)' : ''}`;
};

function aboutOf({ kind, about }: SchemaField, value: string): string | undefined {
  if (kind !== 'money') return about;
  const kobo = koboOf(value);
  // Leaves out the first sentence, which is about kobo, for programs.
  return [kobo === undefined ? '' : nairaText(kobo), about?.split('. ')[1]].filter(Boolean).join('; ');
}

function keyboardOf({ path, kind, schema }: SchemaField) {
  if (kind === 'date') return { type: 'date', max: latestOf(path) };
  if (kind === 'money') return AMOUNT_KEYBOARD;
  const isDigits = schema.pattern !== undefined && /^\^\\d/.test(schema.pattern);
  return kind === 'integer' || kind === 'number' || isDigits ? { inputMode: 'numeric' as const } : {};
}
