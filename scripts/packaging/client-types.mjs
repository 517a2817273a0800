// node --import tsx scripts/packaging/client-types.mjs <folder>: writes the types of the desk's interface, by its document, into the client of the package.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const { openApiDocument } = createRequire(import.meta.url)('../../src/desk/http/openapi.ts');

const BLOB = ts.factory.createTypeReferenceNode('Blob');

const types = await openapiTypescript(openApiDocument('https://desk.example'), {
  // What has a default may be left out of a request.
  defaultNonNullable: false,
  transform: ({ contentMediaType }) => (contentMediaType === undefined ? undefined : BLOB),
});
writeFileSync(join(process.argv[2], 'client', 'interface.d.ts'), astToString(types));
