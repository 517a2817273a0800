import { CommanderError } from '@commander-js/extra-typings';
import { createSandbox, type Sandbox } from '../../../sandbox/app';
import { dimensionNames, readingsOf } from '../../../sandbox/readings/dimensions';
import { readCommandLine } from '../../../sandbox/command-line';
import { readStackOptions } from '../../../stack/stack-options';
import { KEYS } from '../../support/sandbox/counter';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await createSandbox({ readings: { pageSize: 'at-most-20' } });
});
afterEach(() => sandbox.close());

const post = (payload: object) => sandbox.app.inject({ method: 'POST', url: '/_sandbox/readings', payload });

test('the usual reading holds where none is chosen', () => {
  const usual = dimensionNames.map((name) => [name, readingsOf(name)[0]]);
  expect(sandbox.readings.toJSON()).toEqual({ ...Object.fromEntries(usual), pageSize: 'at-most-20' });
  expect(sandbox.readings.unusual).toEqual({ pageSize: 'at-most-20' });
});

test('a reading is chosen while the bank runs, survives a reset, and shows in its state', async () => {
  expect((await post({ payoutWords: 'synonyms' })).statusCode).toBe(200);
  await sandbox.app.inject({ method: 'POST', url: '/_sandbox/reset' });
  const state = (await sandbox.app.inject('/_sandbox/state')).json<{ readings: object }>();
  expect(state.readings).toMatchObject({ payoutWords: 'synonyms', pageSize: 'at-most-20' });
});

test('a reading is met only where the bank would have answered or done something else without it', async () => {
  const read = (url: string) => sandbox.app.inject({ url, headers: KEYS });
  sandbox.readings.choose({ unknownPayout: 'bad-request', listOrder: 'oldest-first' });
  await read('/v1/banks');
  expect(sandbox.readings.met).toEqual({});
  await read('/v1/payouts/status/PO-1');
  expect(sandbox.readings.met).toEqual({ unknownPayout: 1 });
});

test('a reading that does not exist is refused with those that do', async () => {
  const reply = await post({ payoutWords: 'french' });
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toContain('lower-case');
  expect((await post({ weather: 'fine' })).statusCode).toBe(400);
});

test('readings are given on the command line', () => {
  const args = ['--reading', 'pageSize=at-most-50', '--reading', 'charge=pending-success'];
  expect(readCommandLine(args).settings.readings).toEqual({
    pageSize: 'at-most-50',
    charge: 'pending-success',
  });
});

test('the demo and the stack take readings, too', () => {
  const reading = ['--reading', 'pageSize=at-most-50', '--reading', 'payoutWords=synonyms'];
  for (const mode of ['demo', 'start'])
    expect(readStackOptions([mode, ...reading]).reading).toEqual({
      pageSize: 'at-most-50',
      payoutWords: 'synonyms',
    });
});

test.each(['payoutWords=french', 'weather=fine', 'payoutWords'])('the command line refuses %s', (reading) => {
  expect(() => readCommandLine(['--reading', reading])).toThrow(CommanderError);
});
