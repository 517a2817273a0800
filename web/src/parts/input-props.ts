import type { ChangeEvent } from 'react';

/** The props of a checkbox: a form keeps a flag as the text `true` or `false`, off until a person sets it. */
interface FlagProps {
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** Makes a checkbox's props from a form's text. */
export const flagOf = (value: string, onChange: (value: string) => void): FlagProps => ({
  checked: value === 'true',
  onChange: ({ currentTarget: { checked } }) => onChange(checked ? 'true' : 'false'),
});

/** Makes an input's handler of changes from what is to be done with its text. */
export const textOf =
  (change: (text: string) => void) =>
  (event: { readonly currentTarget: { readonly value: string } }): void =>
    change(event.currentTarget.value);

/** Input props for an amount in naira, with kobo after the point. */
export const AMOUNT_KEYBOARD = { inputMode: 'decimal', placeholder: '0.00' } as const;
