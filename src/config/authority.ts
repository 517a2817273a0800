import type { z } from 'zod';

interface Given {
  readonly AUTHORITY: 'signed' | 'open';
  readonly AUTHORITY_KEYS?: string | undefined;
  readonly AUTHORITY_RECEIPT_KEYS?: string | undefined;
}

/** How workers know who asks. */
export type AuthorityConfig =
  | { readonly mode: 'open' }
  | { readonly mode: 'signed'; readonly keysFile: string; readonly receiptKeysFile: string };

/** The mode, and where its keys lie: without them nothing could be accepted. */
export function authorityOf(
  { AUTHORITY: mode, AUTHORITY_KEYS: keysFile, AUTHORITY_RECEIPT_KEYS: receiptKeysFile }: Given,
  context: z.RefinementCtx,
): AuthorityConfig {
  if (mode === 'open') return { mode };
  const missing = (name: string, command: string) =>
    context.addIssue({
      code: 'custom',
      message: `${name} is missing: a worker takes nothing unsigned, and needs the file that "npm run starter -- keys ${command}" makes (AUTHORITY=open does without)`,
    });
  if (keysFile === undefined) missing('AUTHORITY_KEYS', 'create');
  if (receiptKeysFile === undefined) missing('AUTHORITY_RECEIPT_KEYS', 'create-receipt-key');
  return { mode, keysFile: keysFile ?? '', receiptKeysFile: receiptKeysFile ?? '' };
}
