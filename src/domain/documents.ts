/** A document in the document store: where it lies and what it must contain. Never its bytes. */
export interface DocumentReference {
  /** Path inside the store, with forward slashes; no `..`. */
  readonly path: string;
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string;
}
