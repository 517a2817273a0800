import type { SampleReply } from '../../contract/examples/example';

type Latitude = Pick<SampleReply, 'optional' | 'mayGrow'>;

/** Where a value has not the shape of a documented one: fields that lack, fields of another type, fields too many. */
export function differences(documented: unknown, seen: unknown, latitude: Latitude, path = ''): string[] {
  if (documented === null) return [];
  if (typeOf(documented) !== typeOf(seen))
    return isOptional(seen, latitude, path) ? [] : [`${path}: ${typeOf(seen)}, not ${typeOf(documented)}`];
  if (Array.isArray(documented)) return inItems(documented, seen as unknown[], latitude, path);
  if (typeof documented !== 'object') return [];
  return inFields(documented as Fields, seen as Fields, latitude, path);
}

type Fields = Record<string, unknown>;

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const isOptional = (seen: unknown, { optional = [] }: Latitude, path: string) =>
  (seen === undefined || seen === null) && optional.includes(path.split('.').at(-1)!);

function inItems(documented: unknown[], seen: unknown[], latitude: Latitude, path: string): string[] {
  if (documented.length > 0 && seen.length === 0) return [`${path}: empty`];
  return [...new Set(seen.flatMap((item) => differences(documented[0], item, latitude, `${path}[]`)))];
}

function inFields(documented: Fields, seen: Fields, latitude: Latitude, path: string): string[] {
  const at = (key: string) => (path ? `${path}.${key}` : key);
  const shown = Object.keys(documented).flatMap((key) =>
    differences(documented[key], seen[key], latitude, at(key)),
  );
  const more = Object.keys(seen).filter((key) => !(key in documented) && !latitude.mayGrow);
  return [...shown, ...more.map((key) => `${at(key)}: not documented`)];
}
