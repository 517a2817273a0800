const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount for people: 1234550 kobo is "NGN 12,345.50". */
export const nairaText = (amountKobo: number): string => `NGN ${naira.format(amountKobo / 100)}`;
