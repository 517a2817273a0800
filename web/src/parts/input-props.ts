import type { ChangeEvent } from 'react';

/** What a form keeps of a field is text: of a flag, `true` or `false`; it is off until a person sets it. */
interface FlagProps {
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The state of a checkbox, of what a form keeps. */
export const flagOf = (value: string, onChange: (value: string) => void): FlagProps => ({
  checked: value === 'true',
  onChange: ({ currentTarget: { checked } }) => onChange(checked ? 'true' : 'false'),
});

/** An amount in naira, with its kobo after the point. */
export const AMOUNT_KEYBOARD = { inputMode: 'decimal', placeholder: '0.00' } as const;
