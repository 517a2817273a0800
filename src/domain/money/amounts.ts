const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' });

/** An amount for people: 1234550 kobo is "₦12,345.50". */
export const nairaText = (amountKobo: number): string => naira.format(amountKobo / 100);

/** An amount for a table: 1234550 kobo is "12345.50". Uses no floating-point numbers. */
export const nairaCell = (amountKobo: number): string =>
  `${Math.trunc(amountKobo / 100)}.${String(amountKobo % 100).padStart(2, '0')}`;

/** A number of naira as people write it: "12,345.50", "₦12345.5", "NGN 12 345". */
const WRITTEN = /^(?:NGN|₦)?\s*(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.(\d{1,2}))?$/i;

/**
 * Parses an amount that a person wrote in naira into kobo; `undefined` if it is not an amount. Uses no
 * floating-point numbers, which would lose the kobo of large amounts.
 */
export function koboOf(written: string): number | undefined {
  const [, naira, kobo = ''] = WRITTEN.exec(written.trim()) ?? [];
  if (naira === undefined) return undefined;
  const total = Number(naira.replace(/[, ]/g, '')) * 100 + Number(kobo.padEnd(2, '0'));
  return Number.isSafeInteger(total) ? total : undefined;
}
