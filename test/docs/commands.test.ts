import { commandsIn, documents, mistakeIn } from '../support/docs/commands';

/** The worked example adds a command that the command line has only then. */
const told = (page: string) =>
  commandsIn(page).filter(({ line }) => page !== 'docs/EXTENDING.md' || !line.includes(' ask-maker'));

test.each(documents)('%s holds only commands that their programs take', (page) => {
  const wrong = told(page).flatMap((one) => {
    const mistake = mistakeIn(one);
    return mistake === undefined ? [] : [`${one.line}: ${mistake}`];
  });
  expect(wrong).toEqual([]);
});

test('the commands of the documents are found, in blocks and in sentences', () => {
  const found = documents.flatMap(commandsIn);
  expect(found.filter(({ isWhole }) => isWhole).length).toBeGreaterThan(30);
  expect(found.filter(({ isWhole }) => !isWhole).length).toBeGreaterThan(50);
});

test.each([
  ['npm run starter -- schedules run gap-repair', "'gap-repair' is invalid"],
  ['npm run starter -- payout approve PO-1 --expected-digset 0', "unknown option '--expected-digset'"],
  ['starter loan shows LN-1', "unknown command 'shows'"],
  ['starter loan show', "missing required argument 'reference'"],
  ['npm run chaos -- paiouts', 'paiouts'],
  ['npm run sandbox -- --prot 1', "unknown option '--prot'"],
  ['npm run nothing', 'there is no such script'],
])('the mistake in “%s” is told', (line, mistake) => {
  expect(mistakeIn({ line, isWhole: true })).toContain(mistake);
});
