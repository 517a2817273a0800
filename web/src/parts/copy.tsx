import { Button, CopyButton } from '@mantine/core';

interface CopyProps {
  readonly value: string;
  /** The name of the copied text, such as "the reference". */
  readonly what: string;
  /** Whether it stands beside the text itself, which says what is copied. */
  readonly isBeside?: boolean;
}

/** A button that copies a text. */
export const Copy = ({ value, what, isBeside = false }: CopyProps) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        size="compact-xs"
        variant="default"
        className="no-print"
        aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
        onClick={copy}
      >
        {copied ? 'Copied' : isBeside ? 'Copy' : `Copy ${what}`}
      </Button>
    )}
  </CopyButton>
);
