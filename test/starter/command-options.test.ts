import { Command } from '@commander-js/extra-typings';
import { problemsWith } from '../../src/domain/fields';
import { repaymentCommands, loanCommands } from '../../src/domain/loan-commands';
import { commandFields } from '../../src/domain/commands';
import { commandLine } from '../../src/starter/command-line';
import { fieldsOf, kebab, optionsOf, takesDocument } from '../../src/starter/command-options';
import { createProgram } from '../../src/starter/program';
import { subjects } from '../../src/starter/subjects';
import { type } from './terminal';

const everyCommand = Object.values(subjects).flatMap((subject) =>
  Object.entries(subject.commands).map(([name, row]) => ({
    subject,
    name,
    row,
    title: `${subject.noun} ${name}`,
  })),
);

test('every command of the tables is a subcommand with its summary', () => {
  for (const { noun, commands } of Object.values(subjects)) {
    const group = createProgram().commands.find((command) => command.name() === noun);
    const offered = new Map(group?.commands.map((command) => [command.name(), command.summary()]));
    for (const [name, { summary }] of Object.entries(commands))
      expect(offered.get(kebab(name))).toBe(summary);
  }
});

test.each(everyCommand)(
  '$title: every field is an option, needed where the table needs it',
  ({ subject, row }) => {
    const options = new Map(
      optionsOf(row, subject.usualRole).map((option) => [option.attributeName(), option]),
    );
    for (const [name, field] of Object.entries(fieldsOf(row))) {
      const option = options.get(name);
      expect(option?.mandatory === true || option?.defaultValue !== undefined).toBe(field.optional !== true);
      if (field.kind === 'code') expect(option?.argChoices).toEqual(field.values);
    }
  },
);

test.each(everyCommand)(
  '$title: the line to type is taken by the workflow as it is',
  ({ subject, name, row }) => {
    const line = commandLine(subject, name, 'LN-1');
    const words = line.slice(line.indexOf('LN-1') + 'LN-1'.length).split(' ');
    const command = new Command().exitOverride();
    for (const option of optionsOf(row, subject.usualRole)) command.addOption(option);
    const { file, ...given } = command.parse(words.slice(1), { from: 'user' }).opts() as Record<
      string,
      unknown
    >;
    const payload = takesDocument(row) ? { ...given, path: file, sha256: 'a'.repeat(64) } : given;
    expect(problemsWith({ ...commandFields(row.stages), ...row.fields }, payload)).toEqual([]);
  },
);

test('a document is named by its file alone', () => {
  expect(Object.keys(fieldsOf(loanCommands.submitBoardResolution))).toContain('file');
  expect(Object.keys(fieldsOf(loanCommands.submitBoardResolution))).not.toContain('sha256');
});

test('a role that only a supervisor has is never assumed', () => {
  const role = optionsOf(loanCommands.skip, 'officer').find((option) => option.attributeName() === 'role');
  expect(role).toMatchObject({ mandatory: true, argChoices: ['supervisor'] });
});

test('a command of application and repayment may be given in the stages of both', () => {
  const { stages } = subjects.loan.commands.recheck ?? { stages: [] };
  expect(stages).toEqual([...loanCommands.recheck.stages, ...repaymentCommands.recheck.stages]);
});

test.each([
  ['correct-customer LN-1 --actor u-1 --bvn 123', '--bvn', '11 digits'],
  ['update-application LN-1 --actor u-1 --months 7', '--months', 'a whole number from 1 to 6'],
  ['record-promise LN-1 --actor u-1 --promised-on 2026-02-30', '--promised-on', 'a date, YYYY-MM-DD'],
  ['add-note LN-1 --actor u-1 --text 08012345678', '--text', 'without personal data'],
])('%s is refused with what the option expects', async (line, option, expected) => {
  const { code, err } = await type(`loan ${line}`);
  expect(code).toBe(2);
  expect(err).toContain(option);
  expect(err).toContain(expected);
});
