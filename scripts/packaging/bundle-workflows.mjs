// node --import tsx scripts/packaging/bundle-workflows.mjs <folder>: writes the workflows as the scripts that workers run.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { bundleFile, bundleWorkflows } = require('../../src/temporal/bundle.ts');
const { failureConverterPath } = require('../../src/temporal/encryption/data-converters.ts');

const folder = process.argv[2];
// A worker that encrypts encodes failures as well, inside the workflows.
const converters = [{}, { failureConverterPath }];
for (const converter of converters) {
  const { code } = await bundleWorkflows(converter);
  writeFileSync(join(folder, bundleFile(converter)), code);
}
