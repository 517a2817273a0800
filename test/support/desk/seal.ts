import { randomBytes } from 'node:crypto';
import { JsonSeal } from '../../../src/secrets/cipher';

/** The seal of a desk's rows, under a key that no other has. */
export const newSeal = (): JsonSeal => new JsonSeal(randomBytes(32), 'desk rows');
