import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { kinds } from '../../domain/kinds';
import { UnknownCaseError } from '../../cases/request-error';
import { snapshotOf } from '../../cases/snapshot';
import { forbiddenTo } from '../access/command-permission';
import type { Handlers } from '../http/run-route';
import { ProblemError } from '../http/problems';
import { showDocument } from '../http/protection';
import type { Person } from '../login/roles';
import type { RouteContext } from '../route-context';

export const documentHandlers = (parts: RouteContext) =>
  ({
    async upload({ params, person, request }) {
      const { content, fileName } = await fileIn(request);
      const loan = await loanOfOwnBranch(parts, params.reference, person);
      await parts.uploads.count(person.subject, content.length, loan === undefined);
      return parts.documents.keep(params, content, fileName);
    },
    async document({ params, reply }) {
      const { sha256, ...owner } = params;
      return showDocument(reply, await parts.documents.read(owner, sha256));
    },
  }) satisfies Partial<Handlers>;

const ONE_PART = 'A document is sent as multipart/form-data, in one part named file and nothing beside it.';

/** The one file of a form. @throws ProblemError */
async function fileIn(request: FastifyRequest) {
  if (!request.isMultipart()) throw new ProblemError('wrong-type', ONE_PART);
  try {
    const parts = request.files();
    const { value: file } = (await parts.next()) as { value?: MultipartFile };
    const content = await file?.toBuffer();
    // The package reports a file that it cut off only if it noticed before the end of the read.
    if (file?.file.truncated) throw new ProblemError('too-large', 'A document has 10 MiB at most.');
    await parts.next();
    if (file && file.fieldname !== 'file') throw new ProblemError('invalid', ONE_PART);
    if (file && content) return { content, fileName: file.filename };
  } catch (error) {
    if (/^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(String((error as { code?: unknown }).code)))
      throw new ProblemError('invalid', ONE_PART);
    // An incomplete upload is the sender's fault; the error of one that is too large says so itself.
    if (error instanceof ProblemError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new ProblemError('invalid', 'The upload is incomplete or is not a multipart form.');
  }
  throw new ProblemError('invalid', 'The request holds no file.');
}

/** The loan, or `undefined` before its start. @throws ProblemError if it belongs to another branch */
async function loanOfOwnBranch({ client }: RouteContext, reference: string, person: Person) {
  const loan = await snapshotOf(client, kinds.loan, reference).catch((error: unknown) => {
    if (error instanceof UnknownCaseError) return undefined;
    throw error;
  });
  const branch = typeof loan?.facts.branch === 'string' ? loan.facts.branch : undefined;
  const forbidden = forbiddenTo(person, { branch, makers: [] }, 'upload');
  if (forbidden !== undefined) throw new ProblemError('not-allowed', forbidden);
  return loan;
}
