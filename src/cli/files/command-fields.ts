import type { CommandRow } from '../../domain/case/commands';
import { problemsWith } from '../../domain/case/fields';
import { ownFields, personalFields } from '../command-options';
import { kebab } from '../command-words';
import { InputFileError, notAnArgument, readJson } from './input-file';

type Given = Readonly<Record<string, unknown>>;

/** The options of a command, as they were typed. */
export interface TypedOptions extends Given {
  /** The JSON file that `--from` names. */
  readonly from?: string;
}

/** A command's own fields, from its options and from the file that `--from` names. @throws RequestError */
export async function commandFieldsOf(
  row: CommandRow,
  { from: path, ...given }: TypedOptions,
): Promise<Given> {
  const personal = personalFields(row);
  const refused = personal.find((name) => given[name] !== undefined);
  if (refused !== undefined) throw notAnArgument(`--${kebab(refused)}`, `{"${refused}": "…"}`);
  if (personal.length === 0) return given;
  const fields = path === undefined ? {} : (Object(await readJson(path)) as Given);
  const twice = Object.keys(fields).filter((name) => given[name] !== undefined);
  const own = { ...fields, ...picked(given, Object.keys(row.fields)) };
  const problems = [
    ...problemsWith(ownFields(row), own),
    ...twice.map((name) => `${name} is given in the file and as an option`),
  ];
  if (problems.length > 0) throw new InputFileError(path ?? 'the command', problems);
  return { ...given, ...fields };
}

const picked = (given: Given, names: readonly string[]): Given =>
  Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
