import helmet from '@fastify/helmet';
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FileType } from '../../activities/documents/content';

/** Answers with lines as CSV, a column per field; cells that begin like a formula get an apostrophe. */
export function sendTable(
  reply: FastifyReply,
  fileName: string,
  lines: Iterable<object> | AsyncIterable<object>,
  columns?: readonly string[],
): FastifyReply {
  const table = stringify({ header: true, escape_formulas: true, ...(columns && { columns }) });
  // If the lines break off, so does the file, so that nobody takes a part of it for the whole.
  pipeline(Readable.from(lines), table, () => undefined);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(table);
}

/** Allows no scripts or styles but the desk's own, no frame around it, and no caching of its answers. */
export async function protect(app: FastifyInstance, isHttps: boolean): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  const own = ["'self'"];
  // Pages show a file before they send it, under this same policy.
  const shown = [...own, 'blob:'];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        ...{ scriptSrc: own, styleSrc: own, fontSrc: own, imgSrc: shown, connectSrc: own },
        ...{ frameSrc: shown, formAction: own },
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}

/**
 * A borrower's file can run nothing: it has no origin, loads nothing, and only a frame of the desk may show
 * it. The policy sets the sandbox, not the frame, because a frame with that attribute blocks browsers' PDF
 * viewers.
 */
const OF_DOCUMENTS =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox";

/** Answers with a document, which may be hostile, for viewing. */
export const showDocument = (
  reply: FastifyReply,
  { type, content }: { readonly type: FileType; readonly content: Buffer },
): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', 'inline; filename="document"')
    .header('content-security-policy', OF_DOCUMENTS)
    .header('x-frame-options', 'SAMEORIGIN')
    .send(content);
