import type { CommandRow } from '../domain/commands';
import type { Field } from '../domain/fields';
import { fieldsOf, kebab, ownFields } from './command-options';
import type { Subject } from './subject';

const STARTER = 'npm run starter --';

/** The end of a help text: lines that can be typed as they are. */
export const examples = (...lines: string[]): string =>
  ['\nExamples:', ...lines.map((line) => `  ${line.startsWith(STARTER) ? line : `${STARTER} ${line}`}`)].join(
    '\n',
  );

/** The line to type for a command: with every field that it needs, and a value that fits each. Others have none. */
export function commandLine({ noun, commands, usualRole }: Subject, name: string, reference: string): string {
  const row = commands[name];
  const options = row ? neededFields(row, usualRole).map(written) : [];
  return [STARTER, noun, kebab(name), reference, ...options].join(' ');
}

/** The fields without which a command says nothing; where all are optional, the first one stands for them. */
function neededFields(row: CommandRow, usualRole: string): [string, Field][] {
  const fields = Object.entries(fieldsOf(row));
  const own = Object.entries(ownFields(row));
  const needed = fields.filter(
    ([name, field]) => !field.optional && !(name === 'role' && row.roles.some((role) => role === usualRole)),
  );
  const saysNothing = own.length > 0 && own.every(([, field]) => field.optional);
  return saysNothing ? [...own.slice(0, 1), ...needed] : needed;
}

const written = ([name, field]: [string, Field]): string =>
  field.kind === 'flag' ? `--${kebab(name)}` : `--${kebab(name)} ${sample(name, field)}`;

function sample(name: string, field: Field): string {
  switch (field.kind) {
    case 'code':
      return field.values[0] ?? '';
    case 'integer':
      return String(field.min);
    case 'digits':
      return '0123456789012345'.slice(0, field.max);
    case 'date':
      return '2026-01-31';
    case 'sha256':
      return '0'.repeat(64);
    case 'rows':
      return '3,7-9';
    case 'reference':
      return name === 'actor' ? 'your-id' : name;
    default:
      return name === 'file' ? 'board-resolution.pdf' : name.toUpperCase();
  }
}
