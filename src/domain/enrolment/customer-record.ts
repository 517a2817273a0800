/** What makes a person: what KYC checks. */
interface Identity {
  readonly bvn: string;
  readonly nin?: string | undefined;
  /** YYYY-MM-DD */
  readonly dateOfBirth: string;
}

/** A customer as the bank's record has them (interface document, "Customer"). */
interface CustomerRecord {
  readonly bvn?: string | null | undefined;
  readonly nin?: string | null | undefined;
  /** YYYY-MM-DD; missing where the bank shows no date. */
  readonly dob?: string | null | undefined;
}

/**
 * Whether a record at the bank is that of a person, with the data they gave. A record without a BVN proves nothing; one
 * with another birth date or NIN was made before the data were corrected.
 */
export function isRecordOf({ bvn, nin, dateOfBirth }: Identity, record: CustomerRecord): boolean {
  return record.bvn === bvn && record.dob === dateOfBirth && (nin === undefined || record.nin === nin);
}
