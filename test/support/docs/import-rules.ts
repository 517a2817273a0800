import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string | readonly string[]; readonly pathNot?: string };
  readonly to: {
    readonly path?: string;
    readonly pathNot?: string | readonly string[];
    readonly dependencyTypes?: readonly string[];
    readonly dependencyTypesNot?: readonly string[];
  };
}
type Permission = 'everything' | 'types' | 'nothing';

const { forbidden } = createRequire(__filename)('../../../.dependency-cruiser.cjs') as {
  forbidden: readonly Rule[];
};

/** What the table tells in words: of the rows that describe kinds of case, and of how a package of ours is imported. */
const IN_WORDS = ['rules-and-workflows-know-rows-by-type', 'packages-are-known-by-name'];

/** Rules about rooms of ours; the others are about rows, circles, built-ins and missing files. */
const pathRules = forbidden.filter(
  ({ name, to }) => !IN_WORDS.includes(name) && to.path !== undefined && to.dependencyTypes === undefined,
);

const matches = (pattern: string | readonly string[] | undefined, path: string) =>
  pattern !== undefined && [pattern].flat().some((one) => new RegExp(one).test(path));

/** What plays the world around a lender, beside the source. */
const AROUND = ['sandbox', 'stack', 'probe'];

const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name));

/** The path of every room: the folders of the source, our packages, and what plays the world around the source. */
export const rooms = (): string[] => [...foldersIn('src'), ...foldersIn('packages'), ...AROUND];

const filesOf = (path: string): string[] =>
  path.endsWith('.ts')
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(path, file));

/** What the import rules let one file take from another. */
function permission(from: string, to: string): Permission {
  const against = pathRules.filter(
    (rule) =>
      matches(rule.from.path, from) &&
      !matches(rule.from.pathNot, from) &&
      matches(rule.to.path, to) &&
      !matches(rule.to.pathNot, to),
  );
  if (against.length === 0) return 'everything';
  return against.every(({ to: { dependencyTypesNot } }) => dependencyTypesNot?.includes('type-only'))
    ? 'types'
    : 'nothing';
}

/** The largest folders, and else files, below a path of which the room may import so much. */
function below(path: string, room: string, wanted: readonly Permission[]): string[] {
  const allowed = filesOf(path).map((file) => wanted.includes(permission(join(room, 'any.ts'), file)));
  if (allowed.every(Boolean)) return [path];
  if (!allowed.some(Boolean)) return [];
  return readdirSync(path).flatMap((name) => below(join(path, name), room, wanted));
}

const names = (paths: readonly string[]) =>
  paths.map((path) => `\`${path.replace(/^(src|packages)\//, '')}\``).join(', ');

/** The last cell of a room's row in the table of rooms: what the import rules let it import. */
export function importsOf(room: string): string {
  const others = rooms().filter((other) => other !== room);
  const find = (...wanted: Permission[]) => others.flatMap((other) => below(other, room, wanted));
  const whole = find('everything');
  const types = find('everything', 'types').filter((path) => !whole.includes(path));
  const refused = others.filter((other) => !whole.includes(other));
  if (refused.length === 0) return 'every room';
  if (refused.length <= 2) return `every room but ${names(refused)}`;
  const values = whole.length === 0 ? 'nothing of ours' : names(whole);
  return types.length === 0 ? values : `${values}; types of ${names(types)}`;
}
