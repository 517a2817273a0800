import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/**
 * The rooms of the command line load a module when a line first needs it: `--help` then costs a third. All other
 * programs run for long, and load everything as they start.
 */
const LOADED_WHEN_NEEDED = /^(starter\.ts|(cli|cases)\/)/;

/** Compiles each source into JavaScript that plain Node runs, by the compiler that the tests use. */
export function compileSources(source, target) {
  const { transformSync } = createRequire(import.meta.url)('@swc/core');
  for (const file of sourcesIn(source)) {
    const text = readFileSync(join(source, file), 'utf8');
    const { code, map } = transformSync(text, optionsFor(file, text));
    write(join(target, file.replace(/ts$/, 'js')), code, map);
  }
}

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const optionsFor = (file, text) => ({
  filename: file,
  swcrc: false,
  sourceMaps: true,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: {
    type: 'commonjs',
    ignoreDynamic: true,
    // Programs that are ES modules import by name what the entries of the package hand on.
    exportInteropAnnotation: true,
    lazy: LOADED_WHEN_NEEDED.test(file) && importsOf(text),
  },
});

/** What a source or a compiled file imports, as it is written there. */
const importsOf = (text) =>
  [...text.matchAll(/(?:from |require\(|import\()['"]([^'"]+)['"]/g)].map(([, specifier]) => specifier);

function write(path, code, map) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.map`, map);
  writeFileSync(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
  if (code.startsWith('#!')) chmodSync(path, 0o755);
}
