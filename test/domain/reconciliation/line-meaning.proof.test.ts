import { expectLinesRead } from '../../support/domain/statement-lines';

test('a million lines are read as what they are, whatever words stand around the references that they carry', () => {
  expectLinesRead(1_000_000);
});
