import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { operationNamed, operationNames, type OperationName } from '../../src/bank/contract';
import type { Operation } from '../../src/bank/contract/operation';
import type { Refusal } from '../../src/bank/contract/refusals';

/** The interface as OpenAPI, for people and programs. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs' });
  app.get('/openapi.json', () => document);
  app.get('/', (_request, reply) => reply.redirect('/docs'));
}

type Json = Record<string, unknown>;

/** An OpenAPI 3.1 document made from the contract's rows. */
const openApiDocument = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Banking service (sandbox)',
    version: '1.0.0',
    description:
      'Virtual accounts, payouts and lending, emulated. How well each operation is known stands in x-evidence; docs/SANDBOX.md tells more.',
  },
  security: [{ serviceKey: [], apiKey: [] }],
  components: {
    securitySchemes: {
      serviceKey: { type: 'apiKey', in: 'header', name: 'x-service-key' },
      apiKey: { type: 'apiKey', in: 'header', name: 'apikey' },
    },
  },
  paths: pathsOf(),
});

function pathsOf(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const name of operationNames) {
    const row = operationNamed(name);
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(name, row) };
  }
  return paths;
}

function operationOf(name: OperationName, row: Operation): Json {
  return {
    operationId: name,
    tags: [row.path.startsWith('/v1/loans') ? 'lending' : row.path.split('/')[2]],
    summary: row.summary,
    'x-evidence': row.evidence,
    parameters: [...parametersOf('path', row.params), ...parametersOf('query', row.query)],
    ...requestBodyOf(row),
    responses: responsesOf(row),
  };
}

function parametersOf(place: 'path' | 'query', object = z.object({})): Json[] {
  const { properties = {}, required = [] } = schemaOf(object);
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: place, required: required.includes(name), schema };
  });
}

function requestBodyOf(row: Operation): Json {
  if (!row.body) return {};
  const schema = schemaOf(row.body);
  if (!row.file) return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const properties = { ...schema.properties, file: { type: 'string', format: 'binary' } };
  const form = { ...schema, properties, required: [...(schema.required ?? []), 'file'] };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } };
}

function responsesOf(row: Operation): Json {
  const documented = [400, 402, 404, 422].flatMap((status): [number, Json][] => {
    const messages = (row.refusals ?? []).filter((refusal) => refusal.status === status);
    return messages.length === 0 ? [] : [[status, { description: listed(messages) }]];
  });
  const content = { 'application/json': { schema: successOf(row) } };
  return {
    [row.success.status]: { description: row.success.message, content },
    ...Object.fromEntries(documented),
    default: { description: '400, 401, 403, 429 or 5xx in the failure envelope' },
  };
}

const listed = (refusals: readonly Refusal[]) => refusals.map(({ message }) => message).join('; ');

function successOf(row: Operation): Json {
  const beside = row.beside && schemaOf(row.beside).properties;
  const envelope = { status: { const: 'success' }, message: { type: 'string' } };
  return { type: 'object', properties: { ...envelope, data: schemaOf(row.data), ...beside } };
}

/** A schema of the wire format; replies may carry undocumented fields, so no schema is closed. */
function schemaOf(schema: z.ZodType) {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}
