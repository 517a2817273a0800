import { RequestError } from '../../cases/request-error';
import { readConfig } from '../../config';

/** The option that names the file of public keys. */
export const ringOption = ['--ring <file>', 'the file of public keys (default: AUTHORITY_KEYS)'] as const;

/** The file of public keys. @throws RequestError where none is named */
export function ringAt(given: string | undefined): string {
  const path = given ?? readConfig(['signing']).signing.ringFile;
  if (path === undefined)
    throw new RequestError('usage', 'Say which ring: --ring FILE, or set AUTHORITY_KEYS.');
  return path;
}
