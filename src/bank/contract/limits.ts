// Limits that the interface fixes. It imports nothing, so workflows and the domain may use it.

/** Least amount of a loan, in kobo. */
export const LOAN_MINIMUM_KOBO = 300_000;

/** Least amount of a payout, in kobo (200 naira). */
export const PAYOUT_MINIMUM_KOBO = 20_000;

/** Longest time in which a loan is repaid, in months. */
export const LOAN_LONGEST_MONTHS = 6;

/** Largest file the bank takes, in bytes. */
export const FILE_MAX_BYTES = 10 * 1024 * 1024;

/** The content types of the files that the bank takes. */
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** The page size that we ask for. The bank may return fewer rows, so a short page proves nothing. */
export const PAGE_SIZE = 100;
