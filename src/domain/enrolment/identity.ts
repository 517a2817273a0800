/** The identity of a person, as KYC checks it. */
export interface Identity {
  readonly firstName: string;
  readonly lastName: string;
  readonly bvn: string;
  readonly nin?: string | undefined;
  /** YYYY-MM-DD */
  readonly dateOfBirth: string;
}

/** The fields by which two people are told apart. */
export const IDENTITY_FIELDS = ['name', 'bvn', 'nin', 'dateOfBirth'] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** Reads an identity from an outside message: a field that is not a text becomes empty, and so differs. */
export function identityOf(given: unknown): Identity {
  const { firstName, lastName, bvn, nin, dateOfBirth } = Object(given) as Record<string, unknown>;
  const text = (field: unknown) => (typeof field === 'string' ? field : '');
  return {
    ...{ firstName: text(firstName), lastName: text(lastName), bvn: text(bvn) },
    ...{ dateOfBirth: text(dateOfBirth), nin: nin === undefined ? undefined : text(nin) },
  };
}
