import { Command } from '@commander-js/extra-typings';
import { problemsWith } from '../../src/domain/case/fields';
import { repaymentCommands } from '../../src/domain/repayment/commands';
import { loanCommands } from '../../src/domain/loan/commands';
import { commandFields, takesDocument } from '../../src/domain/case/commands';
import { commandLine, sampleLine } from '../../src/cli/terminal';
import { fieldsOf, optionsOf, personalFields, kebab } from '../../src/cli/command-options';
import { createProgram } from '../../src/cli/program';
import { type } from '../support/cli/terminal';
import { kinds } from '../../src/domain/kinds';

const everyCommand = Object.values(kinds).flatMap((resource) =>
  Object.entries(resource.commands).map(([name, row]) => ({
    resource,
    name,
    row,
    title: `${resource.noun} ${name}`,
  })),
);

test('every command of the tables is a subcommand with its summary', () => {
  for (const { noun, commands } of Object.values(kinds)) {
    const group = createProgram().commands.find((command) => command.name() === noun);
    const offered = new Map(group?.commands.map((command) => [command.name(), command.summary()]));
    for (const [name, { summary }] of Object.entries(commands))
      expect(offered.get(kebab(name))).toBe(summary);
  }
});

test.each(everyCommand)(
  '$title: every field is an option, needed where the table needs it',
  ({ resource, row }) => {
    const options = new Map(
      optionsOf(row, resource.usualRole).map((option) => [option.attributeName(), option]),
    );
    const personal = personalFields(row);
    const inFile = personal.length > 0 ? Object.keys(row.fields) : [];
    for (const name of personal) expect(options.get(name)).toMatchObject({ hidden: true });
    for (const [name, field] of Object.entries(fieldsOf(row)).filter(([name]) => !inFile.includes(name))) {
      const option = options.get(name);
      expect(option?.mandatory === true || option?.defaultValue !== undefined).toBe(field.optional !== true);
      if (field.kind === 'code') expect(option?.argChoices).toEqual(field.values);
    }
  },
);

test.each(everyCommand)(
  '$title: the sample line of the help is taken by the workflow as it is',
  ({ resource, name, row }) => {
    const line = sampleLine(resource, name, 'LN-1');
    const words = line.slice(line.indexOf('LN-1') + 'LN-1'.length).split(' ');
    const command = new Command().exitOverride();
    for (const option of optionsOf(row, resource.usualRole)) command.addOption(option);
    const { file, from, ...given } = command.parse(words.slice(1), { from: 'user' }).opts() as Record<
      string,
      unknown
    >;
    const payload = takesDocument(row) ? { ...given, path: file, sha256: 'a'.repeat(64) } : given;
    const own = from === undefined ? row.fields : {};
    expect(problemsWith({ ...commandFields(row.stages), ...own }, payload)).toEqual([]);
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
  const { stages } = kinds.loan.commands.recheck ?? { stages: [] };
  expect(stages).toEqual([...loanCommands.recheck.stages, ...repaymentCommands.recheck.stages]);
});

test.each([
  ['correct-customer LN-1 --actor u-1 --bvn 123', '--bvn', 'is not taken from the command line'],
  ['update-application LN-1 --actor u-1 --months 7', '--months', 'a whole number from 1 to 6'],
  ['record-promise LN-1 --actor u-1 --promised-on 2026-02-30', '--promised-on', 'a date, YYYY-MM-DD'],
  ['add-note LN-1 --actor u-1 --text 08012345678', '--text', 'without personal data'],
  ['add-guarantor LN-1 --actor u-1', '--from', 'not specified'],
])('%s is refused with what the option expects', async (line, option, expected) => {
  const { code, err } = await type(`loan ${line}`);
  expect(code).toBe(2);
  expect(err).not.toMatch(/08012345678|\b123\b/);
  expect(err).toContain(option);
  expect(err).toContain(expected);
});

test('a suggested line has placeholders for what a person decides, which no shell takes as they stand', () => {
  expect(commandLine(kinds.batch, 'excludeRows', 'BT-1')).toBe(
    'npm run starter -- batch exclude-rows BT-1 --rows <rows> --reason <ACCOUNT_NOT_RESOLVED|WRONG_BENEFICIARY|WRONG_AMOUNT|DUPLICATE|OTHER> --actor <your-id>',
  );
  expect(commandLine(kinds.loan, 'correctCustomer', 'LN-1')).toBe(
    'npm run starter -- loan correct-customer LN-1 --from <file.json> --actor <your-id>',
  );
});
