import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultSchema } from '../../../sandbox/faults';
import { magicRules } from '../../../sandbox/scenarios/special-values';

const page = readFileSync(join(__dirname, '../../../docs/SANDBOX.md'), 'utf8');

test.each(magicRules.flatMap(({ when }) => Object.values(when)))(
  'docs/SANDBOX.md explains the magic value %s',
  (value) => {
    const written = String(value).replace(/^\*|\*$/g, '');
    expect(page).toContain(`| ${written}`);
  },
);

test.each(faultSchema.options.map(({ shape }) => shape.kind.value))(
  'docs/SANDBOX.md explains the fault %s',
  (kind) => {
    expect(page).toContain(`\`${kind}\``);
  },
);
