/** How deep a reply may be nested, and how much it may hold: a page has a hundred entries, the list of banks a thousand. */
const LEVELS_MAX = 32;
const RECORDS_MAX = 2_000;
const VALUES_MAX = 10_000;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a text is bounded enough to be parsed and checked: many values cost far more than their bytes. */
export function isBounded(json: string): boolean {
  let [levels, records, values, isInText] = [0, 0, 0, false];
  for (let place = 0; place < json.length; place++)
    switch (json.charCodeAt(place)) {
      case QUOTE:
        isInText = !isInText;
        break;
      case BACKSLASH:
        place += 1;
        break;
      case OPEN_LIST:
      case OPEN_RECORD:
        if (!isInText && (++levels > LEVELS_MAX || ++records > RECORDS_MAX)) return false;
        break;
      case CLOSE_LIST:
      case CLOSE_RECORD:
        if (!isInText) levels -= 1;
        break;
      case COMMA:
        if (!isInText && ++values > VALUES_MAX) return false;
    }
  return true;
}
