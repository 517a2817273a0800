import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Where `npm run desk` answers, for work on the pages with `vite` itself. */
const DESK = 'http://localhost:4040';

const TEXT = /\.(js|css)$/;

/** Writes every script and style compressed beside itself: the desk sends those and compresses nothing. */
const compressed = (): Plugin => ({
  name: 'compressed',
  // After all else: what other plugins write last must be in it.
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => TEXT.test(each))) {
      const content = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content));
    }
  },
});

export default defineConfig({
  root: here,
  plugins: [compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // The page allows no data: addresses for scripts, fonts or styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      onLog: (level, log, handle) => {
        // Packages mark what runs in browsers; here everything does.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: { proxy: { '/api': DESK, '/login': DESK, '/logout': DESK } },
});
