import type { Example, SampleRequest } from './examples/example';

/** Whether the example shows a success. */
export const succeeds = ({ reply }: Example): boolean => reply.status < 300;

/** What a caller of the client passes for a request: everything as one flat object. */
export const inputOf = ({ params, query, body, file }: SampleRequest): Record<string, unknown> => ({
  ...params,
  ...query,
  ...body,
  ...(file && { file: { filename: file.filename, blob: new Blob([file.content], { type: file.type }) } }),
});
