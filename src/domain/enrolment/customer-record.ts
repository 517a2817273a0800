import { instantOf, lagosDayOf } from '../time/lagos-days';

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
  /** An instant, or a date. */
  readonly dob: string;
}

/**
 * Whether a record at the bank is that of a person, with the data they gave. A record without a BVN proves nothing; one
 * with another birth date or NIN was made before the data were corrected.
 */
export function isRecordOf({ bvn, nin, dateOfBirth }: Identity, record: CustomerRecord): boolean {
  const bornAt = instantOf(record.dob);
  const isBornThen = bornAt !== undefined && lagosDayOf(bornAt) === dateOfBirth;
  return record.bvn === bvn && isBornThen && (nin === undefined || record.nin === nin);
}
