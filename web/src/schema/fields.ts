import { spoken } from '../format/words';

/** The part of JSON Schema that the desk's schemas of inputs use. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly oneOf?: readonly Schema[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** One input of a form, by its path in the document. */
export interface SchemaField {
  readonly path: string;
  readonly label: string;
  readonly about: string | undefined;
  readonly kind: 'text' | 'choice' | 'flag' | 'integer' | 'number' | 'date' | 'money';
  readonly values: readonly string[];
  readonly initial: string;
  readonly required: boolean;
  /** The optional parts around it: it is needed once one of their fields is filled in. */
  readonly parts: readonly string[];
  readonly schema: Schema;
}

/** The typed texts, by path. */
export type Typed = Readonly<Record<string, string>>;

interface Place {
  readonly path: string;
  readonly required: boolean;
  readonly parts: readonly string[];
}

const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** The fields of a schema in order; of alternatives, only those that fit the present choice. */
export function fieldsOf(
  schema: Schema,
  typed: Typed,
  place: Place = { path: '', required: true, parts: [] },
): SchemaField[] {
  const { path, required, parts } = place;
  if (schema.oneOf) return alternatives(schema, schema.oneOf, typed, place);
  if (!schema.properties) return schema.type === 'array' ? [] : [leaf(schema, place)];
  const hasDefault = schema.default !== undefined;
  const inner = required || hasDefault || path === '' ? parts : [...parts, path];
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    fieldsOf(property, typed, {
      path: within(path, name),
      required: schema.required?.includes(name) ?? false,
      parts: inner,
    }),
  );
}

/** The name of the property that tells alternatives apart. */
const discriminatorOf = (options: readonly Schema[]) =>
  Object.entries(options[0]?.properties ?? {}).find(([, { const: value }]) => value !== undefined)?.[0] ?? '';

function alternatives(schema: Schema, options: readonly Schema[], typed: Typed, place: Place): SchemaField[] {
  const name = discriminatorOf(options);
  const path = within(place.path, name);
  const valueOf = (option: Schema) => option.properties?.[name]?.const ?? '';
  const usual = (schema.default as Record<string, string> | undefined)?.[name] ?? '';
  const chosen = options.find((option) => valueOf(option) === (typed[path] ?? usual)) ?? options[0] ?? {};
  const about = chosen.properties?.[name]?.description;
  const choice = leaf(
    { enum: options.map(valueOf), default: usual, ...(about === undefined ? {} : { description: about }) },
    { ...place, path, required: true },
  );
  return [
    choice,
    ...fieldsOf(chosen, typed, { ...place, required: true }).filter((field) => field.path !== path),
  ];
}

function leaf(schema: Schema, { path, required, parts }: Place): SchemaField {
  const name = path.split('.').at(-1) ?? path;
  const kind = kindOf(schema, name);
  const { default: given } = schema;
  const usual = ['string', 'number', 'boolean'].includes(typeof given) ? String(given) : '';
  return {
    path,
    label: spoken(name),
    about: schema.description,
    kind,
    values: schema.enum ?? [],
    initial: usual,
    required: required && kind !== 'flag',
    parts,
    schema,
  };
}

function kindOf({ type, enum: values, format }: Schema, name: string): SchemaField['kind'] {
  if (values) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer') return /Kobo$|^operatingExpenses$/.test(name) ? 'money' : 'integer';
  if (type === 'number') return 'number';
  return format === 'date' ? 'date' : 'text';
}
