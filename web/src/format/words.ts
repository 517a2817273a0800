/** A name of the program for people: `amountKobo` is "Amount", `BOARD_RESOLUTION` is "Board resolution". */
export function spoken(name: string): string {
  const words = name
    .replace(/Kobo$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replaceAll('-', ' ')
    .toLowerCase();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence.replace(/\b(kyc|bvn|nin|cac|id|csv|url)\b/gi, (word) => word.toUpperCase());
}

/** So many of something: "1 case", "12 cases". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`;

/** The beginning of a digest, for places where the whole does not fit. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 12)}…`;
