/** Entry `./authority` of the package: how a program signs its starts and commands. See docs/AUTHORITY.md. */
export { actEnvironment, signAct, type Act } from './sign';
export { KeyFileError } from '../secrets/key-files';
export { readSigningKey, type SigningKey } from './person-key';
export { ADOPT, START, type ActClaims, type SignedMessage } from '../domain/case/acts';
