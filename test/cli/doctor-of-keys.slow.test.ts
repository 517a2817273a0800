import { readFileSync } from 'node:fs';
import { workersSettings } from '../../src/cli/doctor/keys';
import { settingOfKey } from '../../src/records/keeper-row';
import { examine } from '../support/cli/examine';
import { type } from '../support/cli/terminal';
import { at, row, workerInProduction } from '../support/cli/worker-in-production';

jest.setTimeout(180_000);

workerInProduction();

test('a desk is told that the workers do not take what its key signs', async () => {
  const ring = at('keys.json');
  await type(`keys create * --roles approver --ring ${ring} --out ${at('desk.json')}`);
  await type(`keys create * --roles approver --ring ${at('elsewhere.json')} --out ${at('foreign.json')}`);
  const settings = (await workersSettings()) ?? {};
  await row.renew('random', 1, 0, settings);
  const ofRing = async (keyFile: string) => {
    Object.assign(process.env, { DESK_KEY: at(keyFile), DESK_NAMES_KEY_FILE: at('names.key') });
    const { findings } = await examine('desk');
    return findings.find(({ what }) => what === 'Ring');
  };
  expect(await ofRing('desk.json')).toMatchObject({ verdict: 'fine' });
  expect(await ofRing('foreign.json')).toMatchObject({
    ...{
      verdict: 'wrong',
      found: expect.stringContaining('is unknown in the ring of the worker 7@somewhere'),
    },
    todo: expect.stringContaining('keys create'),
  });
  const { kid } = JSON.parse(readFileSync(at('desk.json'), 'utf8')) as { kid: string };
  await row.renew('random', 1, 0, { ...settings, [settingOfKey(kid)]: 'revoked' });
  expect((await ofRing('desk.json'))?.found).toContain('is revoked in the ring');
});

test('a person is told that the ring does not have their key', async () => {
  await type(
    `keys create approver-9 --roles approver --ring ${at('elsewhere.json')} --out ${at('nine.json')}`,
  );
  process.env.STARTER_KEY = at('nine.json');
  const { code, wrong } = await examine('person');
  expect(code).toBe(1);
  expect(wrong).toMatchObject([{ what: 'Ring', todo: expect.stringContaining('keys add') }]);
});
