import { batchCommands } from '../domain/batch/commands';
import { batchStages } from '../domain/batch/stages';
import { commandFields, type CommandTable } from '../domain/case/commands';
import { expectation, type Fields } from '../domain/case/fields';
import { enrolmentCommands } from '../domain/enrolment/commands';
import { loanCommands } from '../domain/loan/commands';
import { repaymentCommands } from '../domain/repayment/commands';
import { enrolmentStages } from '../domain/enrolment/stages';
import { loanStages } from '../domain/loan/stages';
import { repaymentStages } from '../domain/repayment/stages';
import { type StageRow, waits } from '../domain/case/waits';
import { payoutCommands, reopenedPayoutCommands } from '../domain/payout/commands';
import { payoutStages, reopenedPayoutStages } from '../domain/payout/stages';
import { reconciliationCommands, reconciliationStages } from '../domain/reconciliation/stages';
import { limitsCommands, limitsStages } from '../domain/payout/transfer-limits';

/** One kind of case: its stages and its commands. */
interface Steered {
  readonly title: string;
  readonly workflow: string;
  readonly stages: Readonly<Record<string, StageRow>>;
  readonly commands: CommandTable;
}

const steered: readonly Steered[] = [
  { title: 'Loan', workflow: 'loan:<reference>', stages: loanStages, commands: loanCommands },
  {
    title: 'Repayment',
    workflow: 'repayment:<loan id>',
    stages: repaymentStages,
    commands: repaymentCommands,
  },
  {
    title: 'Enrolment',
    workflow: 'enrolment:<customer reference>',
    stages: enrolmentStages,
    commands: enrolmentCommands,
  },
  {
    title: 'Payout and flush',
    workflow: 'payout:<reference> or flush:<reference>',
    stages: payoutStages,
    commands: payoutCommands,
  },
  {
    title: 'Change of transfer limits',
    workflow: 'limits:<reference>',
    stages: limitsStages,
    commands: limitsCommands,
  },
  {
    title: 'Payout that was reopened',
    workflow: 'payout:<reference>',
    stages: reopenedPayoutStages,
    commands: reopenedPayoutCommands,
  },
  { title: 'Batch', workflow: 'batch:<reference>', stages: batchStages, commands: batchCommands },
  {
    title: 'Reconciliation',
    workflow: 'reconciliation:<reference>',
    stages: reconciliationStages,
    commands: reconciliationCommands,
  },
];

/** The page that shows all stages, moves, waits and commands, made from the tables in `domain`. */
export const steeringPage = (): string =>
  [
    '# Steering',
    'Made from the tables in `src/domain` by `npm run --silent starter -- steering-page > docs/STEERING.md`; a test compares.',
    'Every command exists as an update, answered with a receipt or refused with a sentence, and as a signal of the same name. An *answer* is taken only while the case asks for it, and only the first one.',
    '## Fields of every command',
    fieldList(commandFields(['a stage'])),
    ...steered.flatMap(section),
    '## Waits',
    table(['WaitingFor', 'What', 'On whom', 'What to do', 'Attention after'], waitRows()),
  ].join('\n\n') + '\n';

function section({ title, workflow, stages, commands }: Steered): string[] {
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

function diagram(stages: Steered['stages']): string {
  const [first] = Object.keys(stages);
  const moves = Object.entries(stages).flatMap(([stage, { next, final }]) => [
    ...next.map((to) => `  ${stage} --> ${to}`),
    ...(final ? [`  ${stage} --> [*]`] : []),
  ]);
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${first}`, ...moves, '```'].join('\n');
}

const stageRows = (stages: Steered['stages']) =>
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

/** Most commands hold in nearly all stages: then the exceptions say more. */
function inShort(allowed: readonly string[], stages: readonly string[]): string {
  const running = stages.filter((stage) => !steered.some((one) => one.stages[stage]?.final));
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
