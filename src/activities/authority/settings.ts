import { watchedKeyRing } from '../../authority/key-ring';
import { checkByProvider, type ProviderPlace } from '../../authority/login';
import { ReceiptBook } from '../../authority/receipts';
import { actEnvironment } from '../../authority/sign';
import type { AuthoritySettings } from './acceptor';

/** Where the keys lie, as the configuration has it. */
interface Configured {
  readonly authority:
    | { readonly mode: 'open' }
    | { readonly mode: 'signed'; readonly keysFile: string; readonly receiptKeysFile: string };
  readonly signing: { readonly bankEnvironment: string };
  /** Where people log in; nothing where no desk asks for fresh logins. */
  readonly freshLogins?: ProviderPlace | undefined;
}

interface Log {
  warn(text: string): void;
  error(text: string): void;
}

/** Opens the keys by which a worker knows who asks. @throws KeyFileError */
export function openAuthority(
  { authority, signing, freshLogins }: Configured,
  namespace: string,
  log: Log,
): AuthoritySettings {
  if (authority.mode === 'signed')
    return {
      mode: 'signed',
      environment: actEnvironment(namespace, signing.bankEnvironment),
      keyRing: watchedKeyRing(authority.keysFile, (sentence) => log.error(sentence)),
      receipts: ReceiptBook.fromFile(authority.receiptKeysFile),
      checkLogin: freshLogins && checkByProvider(freshLogins),
    };
  log.warn('AUTHORITY=open: starts and commands are taken without proof of who sends them');
  return { mode: 'open' };
}
