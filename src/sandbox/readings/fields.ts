type Json = Readonly<Record<string, unknown>>;

/** Whether a value is an object whose fields can be looked at. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value with every field of these names changed, however deep it lies. */
export function changeFields(
  value: unknown,
  names: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => changeFields(item, names, change));
  if (!isObject(value)) return value;
  const changed = Object.entries(value).map(([name, field]) => [
    name,
    names.includes(name) ? change(field) : changeFields(field, names, change),
  ]);
  return Object.fromEntries(changed) as Json;
}

/** The same object without fields of these names on its surface. */
export const withoutFields = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
