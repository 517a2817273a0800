import type { ComponentProps } from 'react';

interface SendFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> {
  readonly isSending: boolean;
  readonly onSend: () => void;
}

/** A form: `Enter` in a field sends nothing, nor does the `Enter` that opened it, held too long; `Ctrl-Enter` sends. */
export const SendForm = ({ isSending, onSend, ...form }: SendFormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      if (!isSending) onSend();
    }}
    onKeyDown={(event) => {
      if (event.key !== 'Enter') return;
      const isMeant = (event.ctrlKey || event.metaKey) && !(event.target instanceof HTMLButtonElement);
      if (event.repeat || isMeant || event.target instanceof HTMLInputElement) event.preventDefault();
      if (isMeant && !event.repeat) event.currentTarget.requestSubmit();
    }}
  />
);
