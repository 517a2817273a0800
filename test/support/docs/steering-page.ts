import { writeFileSync } from 'node:fs';
import { commandFields, type CommandTable } from '../../../src/domain/case/commands';
import { expectation, type Fields } from '../../../src/domain/case/fields';
import type { Part } from '../../../src/domain/case/kind';
import { waits } from '../../../src/domain/case/waits';
import { kinds } from '../../../src/domain/kinds';

/** The parts of all kinds' workflows; a part that two kinds share comes once. */
const parts: readonly Part[] = [...new Set(Object.values(kinds).flatMap((kind) => kind.parts))];

/** The page of all stages, moves, waits and commands, made from the tables in `domain`. */
export const steeringPage = (): string =>
  [
    '# Steering',
    'Made from the tables in `src/domain` by `npm run steering-page`; a test compares.',
    'Every command exists as an update, answered with a receipt or refused with a sentence, and as a signal of the same name. An *answer* is taken only while the case asks for it, and only the first one.',
    '## Fields of every command',
    fieldList(commandFields(['a stage'])),
    ...parts.flatMap(section),
    '## Waits',
    table(['WaitingFor', 'What', 'On whom', 'What to do', 'Attention after'], waitRows()),
  ].join('\n\n') + '\n';

function section({ title, workflow, stages, commands }: Part): string[] {
  return [
    `## ${title}`,
    `Workflow id: \`${workflow}\``,
    diagram(stages),
    table(['Stage', 'Title', 'Waits for'], stageRows(stages)),
    table(
      ['Command', 'What it does', 'Roles', 'Stages', 'Fields'],
      commandRows(commands, Object.keys(stages)),
    ),
  ];
}

function diagram(stages: Part['stages']): string {
  const [first] = Object.keys(stages);
  const moves = Object.entries(stages).flatMap(([stage, { next, final }]) => [
    ...next.map((to) => `  ${stage} --> ${to}`),
    ...(final ? [`  ${stage} --> [*]`] : []),
  ]);
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${first}`, ...moves, '```'].join('\n');
}

const stageRows = (stages: Part['stages']) =>
  Object.entries(stages).map(([stage, { title, waitsFor }]) => [stage, title, waitsFor ?? '']);

const commandRows = (commands: CommandTable, stages: readonly string[]) =>
  Object.entries(commands).map(([name, { summary, roles, answers, fields, stages: allowed }]) => [
    `\`${name}\``,
    answers ? `${summary} (answer)` : summary,
    roles.join(', '),
    inShort(allowed, stages),
    Object.entries(fields)
      .map(([field, { optional }]) => `\`${field}\`${optional ? '?' : ''}`)
      .join(', '),
  ]);

/** Names the exceptions if there are fewer of them: most commands are allowed in nearly all stages. */
function inShort(allowed: readonly string[], stages: readonly string[]): string {
  const running = stages.filter((stage) => !parts.some((one) => one.stages[stage]?.final));
  const missing = running.filter((stage) => !allowed.includes(stage));
  if (missing.length === 0) return 'all';
  return missing.length < allowed.length ? `all but ${missing.join(', ')}` : allowed.join(', ');
}

const waitRows = () =>
  Object.entries(waits).map(([name, { about, on, toDo, attentionAfterHours }]) => [
    name,
    about,
    on,
    toDo,
    Number.isFinite(attentionAfterHours) ? `${attentionAfterHours} hours` : 'no deadline',
  ]);

const fieldList = (fields: Fields) =>
  Object.entries(fields)
    .map(
      ([name, field]) =>
        `- \`${name}\`${field.optional ? ' (optional)' : ''}: ${field.about}; ${expectation(field)}.`,
    )
    .join('\n');

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

if (require.main === module) writeFileSync('docs/STEERING.md', steeringPage());
