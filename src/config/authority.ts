import type { z } from 'zod';

interface Given {
  readonly AUTHORITY?: 'signed' | 'open' | undefined;
  readonly AUTHORITY_KEYS?: string | undefined;
  readonly AUTHORITY_RECEIPT_KEYS?: string | undefined;
}

/** How workers know who asks. */
export type AuthorityConfig =
  | { readonly mode: 'open'; readonly isChosen: boolean }
  | { readonly mode: 'signed'; readonly keysFile: string; readonly receiptKeysFile: string };

/** The mode, and where its keys lie: without them nothing could be accepted. */
export function authorityOf(
  { AUTHORITY: mode, AUTHORITY_KEYS: keysFile, AUTHORITY_RECEIPT_KEYS: receiptKeysFile }: Given,
  context: z.RefinementCtx,
): AuthorityConfig {
  if (mode !== 'signed') return { mode: 'open', isChosen: mode === 'open' };
  const missing = (name: string) =>
    context.addIssue({
      code: 'custom',
      message: `${name} is missing: AUTHORITY=signed needs a file of keys`,
    });
  if (keysFile === undefined) missing('AUTHORITY_KEYS');
  if (receiptKeysFile === undefined) missing('AUTHORITY_RECEIPT_KEYS');
  return { mode, keysFile: keysFile ?? '', receiptKeysFile: receiptKeysFile ?? '' };
}
