import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { steeringPage } from '../../src/starter/steering-page';

test('docs/STEERING.md is what the tables of stages and commands say', () => {
  const committed = readFileSync(resolve(__dirname, '../../docs/STEERING.md'), 'utf8');
  expect(committed).toBe(steeringPage());
});
