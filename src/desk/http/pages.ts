import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import statics from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Serves the built pages: files under `/assets` for good, and the one page for every other address. */
export async function addPages(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const send = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
  await app.register(statics, {
    root: folder,
    index: false,
    wildcard: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  });
  app.get('/', (_request, reply) => send(reply));
  app.get('/*', (request, reply) =>
    // Paths under /api and /assets, and names of files, are not pages.
    /^\/(api|assets)\//.test(request.url) ? reply.callNotFound() : send(reply),
  );
}
