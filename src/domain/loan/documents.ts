import type { DocumentTag } from '../../bank/contract/codes';
import type { LoanInput } from './input';

/** A document in the document store, by its path and its digest. Never its bytes. */
export interface DocumentReference {
  /** Path inside the store, with forward slashes; no `..`. */
  readonly path: string;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
}

/**
 * Why a loan may not name a document; `undefined` if it may: a folder in its path must be named by the loan's own
 * reference. Every loan may name a document without a folder, whose digest shows that the sender knows it.
 */
export const whyNotOwn = (path: string, loanReference: string): string | undefined =>
  !/[/\\]/.test(path) || (path.startsWith(`${loanReference}/`) && !/(^|[/\\])\.\.?([/\\]|$)|\\/.test(path))
    ? undefined
    : `path must begin with ${loanReference}/, or have no folder`;

/** The problems with the documents that the input of a loan names, a sentence each. */
export const documentProblems = (loanReference: string, documents: LoanInput['documents']): string[] =>
  documents.flatMap(({ tag, path, sha256 }) => {
    const missing = sha256 === undefined ? 'sha256 is missing; the command line adds it' : [];
    return [missing, whyNotOwn(path, loanReference) ?? []].flat().map((why) => `documents, ${tag}: ${why}`);
  });

/** The ending of a path whose document is encrypted in the store. */
export const SEALED = '.sealed';

export const isSealed = (path: string): boolean => path.endsWith(SEALED);

/**
 * The name of a file that was uploaded to the desk: its digest, and the extension of its type. A second file
 * with the extension `NOTE` holds the sender's name for it.
 */
export const UPLOADED_NAME = /^([0-9a-f]{64})\.([a-z]{3})(?:\.sealed)?$/;
export const NOTE = 'txt';

export const isNote = (name: string): boolean => UPLOADED_NAME.exec(name)?.[2] === NOTE;

/** The fields of underwriting that tell the kind of business. */
export interface BusinessKind {
  readonly profile: { readonly businessType?: string | undefined };
  readonly structure: { readonly isRegisteredBusiness?: boolean | undefined };
}

/** Whether the business is anything but a sole proprietorship (supplement, "What only a refusal shows"). */
export function isRegistered({ profile, structure }: BusinessKind): boolean {
  if (profile.businessType !== undefined) return profile.businessType !== 'SOLE_PROPRIETORSHIP';
  return structure.isRegisteredBusiness === true;
}

const EVERYONE = ['ID_CARD_DOCS', 'ADDRESS_VERIFICATION_DOC'] as const satisfies DocumentTag[];
const REGISTERED = ['BUSINESS_REG_DOCS', 'CAC_FORM7_DOCS'] as const satisfies DocumentTag[];

/** The documents needed before the loan asks for a decision. The board resolution follows after the offer. */
export const requiredDocuments = (business: BusinessKind): readonly DocumentTag[] =>
  isRegistered(business) ? [...EVERYONE, ...REGISTERED] : EVERYONE;
