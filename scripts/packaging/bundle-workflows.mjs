// node --import tsx scripts/packaging/bundle-workflows.mjs <folder>: writes the workflows as the scripts that workers run.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { bundleFile, bundleWorkflows } = require('../../src/temporal/bundle.ts');
const { failureConverterPath } = require('../../src/temporal/encryption/data-converters.ts');

// With encryption a worker encodes failures as well, and does so inside the workflows.
for (const converter of [{}, { failureConverterPath }]) {
  const { code } = await bundleWorkflows(converter);
  writeFileSync(join(process.argv[2], bundleFile(converter)), code);
}
