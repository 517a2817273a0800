import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { koboOf, nairaText } from '../format/money';
import { spoken } from '../format/words';
import { AMOUNT_KEYBOARD, flagOf } from '../parts/input-props';
import type { SchemaField } from './fields';

interface SchemaInputProps {
  readonly field: SchemaField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The input for one field of a schema. */
export function SchemaInput({ field, value, problem, onChange }: SchemaInputProps) {
  const shared = {
    name: field.path,
    label: labelOf(field),
    description: aboutOf(field, value),
    error: problem,
    required: field.required && field.parts.length === 0,
  };
  const changed = (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value);
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
  return kobo === undefined ? undefined : nairaText(kobo);
}

function keyboardOf({ kind, schema }: SchemaField) {
  if (kind === 'date') return { type: 'date' };
  if (kind === 'money') return AMOUNT_KEYBOARD;
  const isDigits = schema.pattern !== undefined && /^\^\\d/.test(schema.pattern);
  return kind === 'integer' || kind === 'number' || isDigits ? { inputMode: 'numeric' as const } : {};
}
