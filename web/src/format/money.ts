import { koboOf, nairaText } from '../../../src/domain/money/amounts';

export { koboOf, nairaText };

/** A number as people write it: "12,345.5", "2.5 %". A comma that parts no thousands may be a decimal one: `undefined`. */
export function numberIn(text: string): number | undefined {
  const plain = text.replace(/[\s%]/g, '');
  const isNumber = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(plain);
  return isNumber ? Number(plain.replaceAll(',', '')) : undefined;
}
