import type { Handlers } from '../http/call';
import { ProblemError } from '../http/problems';
import type { DeskParts } from '../parts';

/** Documents: taken into the folder of their case, and shown from it. */
export const documentHandlers = ({ documents }: DeskParts): Pick<Handlers, 'upload' | 'document'> => ({
  async upload({ params, request }) {
    if (!request.isMultipart())
      throw new ProblemError(
        'wrong-type',
        'A document is sent as multipart/form-data, in one part named file.',
      );
    const file = await request.file();
    if (!file) throw new ProblemError('invalid', 'The request holds no file.');
    return documents.keep(params, await file.toBuffer());
  },
  async document({ params, reply }) {
    const { sha256, ...owner } = params;
    const { type, content } = await documents.read(owner, sha256);
    // The viewer of a browser for PDF opens in no sandboxed frame; it is one of its own.
    const sandbox = type === 'application/pdf' ? '' : '; sandbox';
    return reply
      .type(type)
      .header('content-disposition', 'inline; filename="document"')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'${sandbox}`,
      )
      .header('x-frame-options', 'SAMEORIGIN')
      .send(content);
  },
});
