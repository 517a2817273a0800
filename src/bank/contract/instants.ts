/** Lagos is an hour ahead of UTC all year: Nigeria has no daylight saving time. */
const LAGOS = '+01:00';

const INSTANT =
  /^((?:19|20|21)\d\d-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * The instant that a text of the bank means, ISO 8601 in UTC: with `Z` or an offset as it says, without a zone in Lagos
 * time, a date alone as the last moment of that day in Lagos. Undefined for any other text: a day written before its
 * month is not guessed, and no year before 1900 or after 2199 is meant in earnest.
 */
export function instantOf(text: string): string | undefined {
  const [, day, hour, minute, second = '00', fraction = '', zone] = INSTANT.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const ofHour = `${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const local = `${day}T${hour === undefined ? '23:59:59.999' : ofHour}Z`;
  const localMs = Date.parse(local);
  // 30 February and 24 o'clock run over into other days.
  const isReal = !Number.isNaN(localMs) && iso(localMs) === local;
  return isReal ? iso(localMs - aheadMs(zone ?? LAGOS)) : undefined;
}

/** The day that a text of the bank means, YYYY-MM-DD: for an instant, the day in Lagos on which it falls. */
export function dayOf(text: string): string | undefined {
  const at = instantOf(text);
  return at && iso(Date.parse(at) + aheadMs(LAGOS)).slice(0, 10);
}

const iso = (atMs: number) => new Date(atMs).toISOString();

/** How far a zone's clocks are ahead of UTC. */
function aheadMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}
