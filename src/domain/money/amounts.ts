const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount for people: 1234550 kobo is "NGN 12,345.50". */
export const nairaText = (amountKobo: number): string => `NGN ${naira.format(amountKobo / 100)}`;

/** A number of naira as people write it: "12,345.50", "₦12345.5", "NGN 12 345". */
const WRITTEN = /^(?:NGN|₦)?\s*(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.(\d{1,2}))?$/i;

/**
 * The kobo that a person has written in naira; `undefined` if it is no amount. Without a floating number in between: cents
 * of large amounts would be lost in one.
 */
export function koboOf(written: string): number | undefined {
  const [, naira, kobo = ''] = WRITTEN.exec(written.trim()) ?? [];
  if (naira === undefined) return undefined;
  const total = Number(naira.replace(/[, ]/g, '')) * 100 + Number(kobo.padEnd(2, '0'));
  return Number.isSafeInteger(total) ? total : undefined;
}
