import { newKeyPair } from '../../../src/authority/person-key';
import { addToRing, endKey } from '../../../src/authority/key-ring';

/** A program that adds keys to a ring, or revokes these of it, one after the other without a pause. */
const [ring = '', ...changes] = process.argv.slice(2);
for (const change of changes) {
  if (change.startsWith('new:')) addToRing(ring, newKeyPair(change.slice('new:'.length), ['officer']).entry);
  else endKey(ring, change, 'revoked');
}
