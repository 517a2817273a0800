// node scripts/supply-chain/sbom.mjs [file] [folder]: writes a bill of materials (CycloneDX) of the packages in production.
// `npm sbom --omit=dev` cannot serve: it leaves out each package that a development package needs, too.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { log } from '../log.mjs';
import { cycloneDx } from './cyclone-dx.mjs';
import { lockedPackages, readJson } from './locked-packages.mjs';

const root = process.argv[3] ?? fileURLToPath(new URL('../..', import.meta.url));
const path = resolve(root, process.argv[2] ?? 'build/sbom.cdx.json');

const bom = cycloneDx(
  readJson(root, 'package.json'),
  lockedPackages(root),
  readJson(root, 'scripts/supply-chain/accepted.json'),
  { serialNumber: `urn:uuid:${randomUUID()}`, timestamp: new Date().toISOString() },
);
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${JSON.stringify(bom, null, 2)}\n`);
log(`Wrote ${relative(process.cwd(), path)}: ${bom.components.length} packages.`);
