import { watchedKeyRing } from '../../authority/key-ring';
import { ReceiptBook } from '../../authority/receipts';
import { actEnvironment } from '../../authority/sign';
import type { AuthoritySettings } from './acceptor';

/** Where the keys lie, as the configuration has it. */
interface Configured {
  readonly authority:
    | { readonly mode: 'open' }
    | { readonly mode: 'signed'; readonly keysFile: string; readonly receiptKeysFile: string };
  readonly signing: { readonly bankEnvironment: string };
}

interface Log {
  warn(text: string): void;
  error(text: string): void;
}

/** Opens the keys by which a worker knows who asks. @throws KeyFileError */
export function openAuthority(
  { authority, signing }: Configured,
  namespace: string,
  log: Log,
): AuthoritySettings {
  if (authority.mode === 'signed')
    return {
      mode: 'signed',
      environment: actEnvironment(namespace, signing.bankEnvironment),
      keyRing: watchedKeyRing(authority.keysFile, ({ message }) => log.error(message)),
      receipts: ReceiptBook.fromFile(authority.receiptKeysFile),
    };
  log.warn('AUTHORITY=open: starts and commands are taken without proof of who sends them');
  return { mode: 'open' };
}
