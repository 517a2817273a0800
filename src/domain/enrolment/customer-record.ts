import { matchNames } from '../names/matching';
import { IDENTITY_FIELDS, type Identity, type IdentityField } from './identity';

/** The names under which the bank keeps a customer. */
interface NamedRecord {
  readonly first_name: string;
  readonly last_name: string;
  readonly business_name?: string | null | undefined;
}

/** The bank's record of a customer (interface document, "Customer"). */
interface CustomerRecord extends NamedRecord {
  readonly bvn?: string | null | undefined;
  readonly nin?: string | null | undefined;
  /** YYYY-MM-DD; missing where the bank shows no date. */
  readonly dob?: string | null | undefined;
}

/** A customer's identity from the bank's record; missing fields are empty. */
export const identityIn = ({ first_name, last_name, bvn, nin, dob }: CustomerRecord) => ({
  ...{ firstName: first_name, lastName: last_name },
  ...{ bvn: bvn ?? '', nin: nin ?? '', dateOfBirth: dob ?? '' },
});

/**
 * The fields in which another identity differs from this person's. A BVN or birth date that the other one
 * lacks differs; a NIN that the person did not give does not. Names that still match may be written
 * differently.
 */
export function differencesFrom(own: Identity, other: Identity): IdentityField[] {
  const differs: Readonly<Record<IdentityField, boolean>> = {
    name: matchNames(nameOf(own), nameOf(other)) !== 'match',
    bvn: own.bvn !== other.bvn,
    nin: own.nin !== undefined && own.nin !== other.nin,
    dateOfBirth: own.dateOfBirth !== other.dateOfBirth,
  };
  return IDENTITY_FIELDS.filter((field) => differs[field]);
}

const nameOf = ({ firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

/** The names that a customer's account may have: their own and their business's, by the bank's record. */
export const holdersIn = ({ first_name, last_name, business_name }: NamedRecord): string[] =>
  [`${first_name} ${last_name}`, business_name ?? ''].filter((name) => name.trim() !== '');
