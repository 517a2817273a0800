import { Readable } from 'node:stream';
import { requireConfirmation } from '../../../src/cli/commands/erase';

const answering = (text: string) => requireConfirmation('CU-1', 3, Readable.from([text]));
beforeEach(() => void jest.spyOn(process.stderr, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

test('an erasure goes on once the reference of the customer was typed again', async () => {
  await expect(answering('CU-1\n')).resolves.toBeUndefined();
});

test('any other answer, and none, erases nothing', async () => {
  for (const answer of ['CU-10\n', 'yes\n', '\nCU-1\n', ''])
    await expect(answering(answer)).rejects.toThrow('Nothing was erased');
});
