import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A button that says what a command does, in as many lines as that takes. */
export const CommandButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button
    {...props}
    fullWidth
    justify="space-between"
    h="auto"
    mih={36}
    py={7}
    styles={{ label: { whiteSpace: 'normal', textAlign: 'left', lineHeight: 1.35 } }}
  />
);
