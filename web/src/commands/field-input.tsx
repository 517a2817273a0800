import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CaseRow, FormField } from '../../../src/desk/contract';
import { koboOf, nairaText } from '../format/money';
import { dayText } from '../format/time';
import { spoken, valueText } from '../format/words';
import { BankCode, isBankField } from '../parts/bank-code';
import { PersonSelect } from '../parts/person';
import { tooLong } from './field-values';
import { AMOUNT_KEYBOARD, flagOf, textOf } from '../parts/input-props';

interface FieldInputProps {
  readonly field: FormField;
  /** The case, or the first of several. */
  readonly target: Pick<CaseRow, 'kind' | 'reference'> | undefined;
  /** The typed text; for a flag `true` or nothing. */
  readonly value: string;
  readonly problem: string | undefined;
  /** Whether it gets the focus when the form opens. */
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}

const RowsInput = lazy(() => import('./rows-input'));

/** Longest text that gets one line. */
const ONE_LINE = 120;

/** The input for one field of a command, by its kind, so that a new command needs no form of its own. */
export function FieldInput({ field, target, value, problem, isFirst = false, onChange }: FieldInputProps) {
  const shared = {
    name: field.name,
    label: labelOf(field),
    description: descriptionOf(field, value),
    error: problem,
    required: !field.optional && field.kind !== 'flag',
    'data-autofocus': isFirst || undefined,
  };
  const changed = textOf(onChange);
  if (field.kind === 'flag') return <Checkbox {...shared} {...flagOf(value, onChange)} />;
  if (isBankField(field.name))
    return <BankCode {...shared} present={field.present} value={value} onChange={(code) => onChange(code)} />;
  if (field.kind === 'person')
    return <PersonSelect {...shared} target={target} value={value} onChange={changed} />;
  if (field.kind === 'rows' && target)
    return (
      <Suspense>
        <RowsInput {...shared} reference={target.reference} value={value} onChange={onChange} />
      </Suspense>
    );
  if (field.kind === 'code')
    return <NativeSelect {...shared} value={value} onChange={changed} data={choicesOf(field)} />;
  if (field.kind === 'text' && (field.max ?? 0) > ONE_LINE)
    return (
      <Textarea
        {...shared}
        rows={3}
        value={value}
        onChange={changed}
        error={tooLong(value, field.max) ?? problem}
      />
    );
  return <TextInput {...shared} {...keyboardOf(field)} autoComplete="off" value={value} onChange={changed} />;
}

interface NoteInputProps extends Pick<FieldInputProps, 'value' | 'problem' | 'isFirst' | 'onChange'> {
  /** Whether the reason is OTHER, which says nothing without words. */
  readonly isNeeded: boolean;
}

/** The input for the note of a command: one paragraph, in as many lines as the screen needs. */
export const NoteInput = ({ isNeeded, isFirst = false, value, problem, onChange }: NoteInputProps) => (
  <Textarea
    autosize
    minRows={1}
    maxRows={5}
    label={`Note for the timeline${isNeeded ? '' : ' (optional)'}`}
    data-autofocus={isFirst || undefined}
    description={`${isNeeded ? 'Say why in words' : 'Optional'}. No BVN, NIN, account or phone number; sums with ₦.`}
    required={isNeeded}
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
    error={tooLong(value) ?? problem}
  />
);

const labelOf = ({ name, money, optional }: FormField) =>
  `${spoken(name)}${money ? ' in naira' : ''}${optional ? ' (optional)' : ''}`;

function descriptionOf({ name, present, earliest, ...field }: FormField, value: string): string {
  const kobo = field.money ? koboOf(value) : undefined;
  const isFree = !field.money && ['digits', 'rows', 'reference', 'integer'].includes(field.kind);
  const inUnit = field.money ? field.about.replace('in kobo', 'in naira') : field.about;
  // A label such as Reason says it already.
  const own = [spoken(name), 'Why', 'Which'].includes(inUnit) ? '' : inUnit;
  const about = kobo === undefined ? own : `${own}: ${nairaText(kobo)}`;
  const now =
    present === undefined
      ? ''
      : `now ${valueText(name, present)}${field.optional ? '; left empty, it stays' : ''}`;
  const today = earliest === undefined ? '' : `today is ${dayText(earliest)}`;
  return [about, isFree ? field.expectation : '', now, today].filter(Boolean).join('; ');
}

const choicesOf = ({ values = [] }: FormField) => [
  { value: '', label: 'Choose' },
  ...values.map((value) => ({ value, label: spoken(value) })),
];

function keyboardOf({ kind, money, earliest }: FormField) {
  if (kind === 'date') return { type: 'date', ...(earliest !== undefined && { min: earliest }) };
  if (money) return AMOUNT_KEYBOARD;
  return kind === 'integer' || kind === 'digits' ? { inputMode: 'numeric' as const } : {};
}
