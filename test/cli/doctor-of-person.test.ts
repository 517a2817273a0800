import { keeperRow } from '../../src/records/keeper-row';
import { connectRecords } from '../../src/records/connection';
import { migrate } from '../../src/records/migrations';
import { examine } from '../support/cli/examine';
import { newDatabase } from '../support/records/database';

const before = process.env;
afterEach(() => {
  process.env = before;
});

const settingsOf = async (environment: NodeJS.ProcessEnv) => {
  process.env = {
    ...before,
    TEMPORAL_ADDRESS: '127.0.0.1:64999',
    TEMPORAL_NAMESPACE: 'payouts',
    ...environment,
  };
  return (await examine('person')).findings.filter(({ what }) => what === 'Settings');
};

test('a person who means another bank environment than the workers is told so', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const pool = connectRecords(roles.url);
  const settings = { BANK_ENVIRONMENT: 'production' };
  await keeperRow(pool, 'payouts').take({ holder: 'one', worker: '7@here', settings }, undefined);
  await pool.end();
  const database = { DATABASE_URL: roles.url };
  expect(await settingsOf({ ...database, BANK_ENVIRONMENT: 'trial' })).toEqual([
    {
      ...{ what: 'Settings', verdict: 'wrong' },
      found: 'BANK_ENVIRONMENT: trial here, production at the worker 7@here, the last to call the bank',
      todo: 'give it as the workers have it, if that is right',
    },
  ]);
  expect(await settingsOf({ ...database, BANK_ENVIRONMENT: 'production' })).toMatchObject([
    { verdict: 'fine' },
  ]);
  expect(await settingsOf({ DATABASE_URL: '', BANK_ENVIRONMENT: 'trial' })).toMatchObject([
    { verdict: 'doubtful', found: expect.stringContaining('BANK_ENVIRONMENT is trial') },
  ]);
});
