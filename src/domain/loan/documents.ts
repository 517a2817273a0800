import type { DocumentTag } from '../../bank/contract/codes';

/** A document in the document store: where it lies and what it must contain. Never its bytes. */
export interface DocumentReference {
  /** Path inside the store, with forward slashes; no `..`. */
  readonly path: string;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
}

/**
 * Whether a loan may name a document: in a folder, it must be the folder of the loan's own reference. A document
 * without a folder is for all, and its digest shows that its sender knows it.
 */
export const isOwnDocument = (path: string, loanReference: string): boolean =>
  !/[/\\]/.test(path) || (path.startsWith(`${loanReference}/`) && !/(^|[/\\])\.\.?([/\\]|$)|\\/.test(path));

/** A document as the input of a loan names it. */
interface NamedDocument {
  readonly tag: string;
  readonly path: string;
  readonly sha256?: string | undefined;
}

/** What is wrong with the documents that the input of a loan names, a sentence each. */
export const documentProblems = (loanReference: string, documents: readonly NamedDocument[]): string[] =>
  documents.flatMap(({ tag, path, sha256 }) => [
    ...(sha256 === undefined ? [`documents, ${tag}: sha256 is missing; the command line adds it`] : []),
    ...(isOwnDocument(path, loanReference)
      ? []
      : [`documents, ${tag}: path must begin with ${loanReference}/, or have no folder`]),
  ]);

/** What the path of a document ends with that is encrypted in the store. */
export const SEALED = '.sealed';

export const isSealed = (path: string): boolean => path.endsWith(SEALED);

/**
 * The name of a file that the desk has taken: its digest, and the ending of its type. Beside it lies, under `NOTE`, how its
 * sender calls it.
 */
export const UPLOADED_NAME = /^([0-9a-f]{64})\.([a-z]{3})(?:\.sealed)?$/;
export const NOTE = 'txt';

export const isNote = (name: string): boolean => UPLOADED_NAME.exec(name)?.[2] === NOTE;

/** What underwriting says about the kind of business; the rest of the profile does not matter here. */
export interface BusinessKind {
  readonly profile: { readonly businessType?: string | undefined };
  readonly structure: { readonly isRegisteredBusiness?: boolean | undefined };
}

/** Whether the business is anything but a sole proprietor's (supplement, "What only a refusal shows"). */
export function isRegistered({ profile, structure }: BusinessKind): boolean {
  if (profile.businessType !== undefined) return profile.businessType !== 'SOLE_PROPRIETORSHIP';
  return structure.isRegisteredBusiness === true;
}

const EVERYONE = ['ID_CARD_DOCS', 'ADDRESS_VERIFICATION_DOC'] as const satisfies DocumentTag[];
const REGISTERED = ['BUSINESS_REG_DOCS', 'CAC_FORM7_DOCS'] as const satisfies DocumentTag[];

/** The documents without which no decision is asked for. The board resolution follows after the offer. */
export const requiredDocuments = (business: BusinessKind): readonly DocumentTag[] =>
  isRegistered(business) ? [...EVERYONE, ...REGISTERED] : EVERYONE;
