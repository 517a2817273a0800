import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { problem } from '../contract/problem';
import { routes, type Route } from '../contract/routes';

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const contentOf = (schema: z.ZodType, io: 'input' | 'output') => ({
  content: { 'application/json': { schema: schemaOf(schema, io) } },
});

/** The interface as an OpenAPI document: made from the same table as the routes. */
export function openApiDocument(deskUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, route] of Object.entries(routes) as [string, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: "The officers' desk",
      version: '1',
      description:
        'Every route needs a session of the desk or a bearer token of its login provider. Every write takes a header Idempotency-Key: a repeat with the same key takes effect once. Errors are problem documents (RFC 9457).',
    },
    servers: [{ url: deskUrl }],
    security: [{ token: [] }, { session: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-desk' },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
    paths,
  };
}

const operationOf = (name: string, route: Route): Json => ({
  operationId: name,
  summary: route.summary,
  description: `For ${route.roles.join(', ')}.`,
  parameters: [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(route.writes ? [IDEMPOTENCY_KEY] : []),
  ],
  ...(route.body && { requestBody: { required: true, ...contentOf(route.body, 'input') } }),
  responses: {
    200: { description: 'Done', ...(route.reply && contentOf(route.reply, 'output')) },
    default: {
      description: 'Refused or failed',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
});

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', maxLength: 60 },
  description: 'Your own id of this request, such as a UUID',
};

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schemaOf(schema ?? z.object({}), 'input');
  return Object.entries(properties).map(([name, one]) => {
    return { name, in: place, required: required.includes(name), schema: one };
  });
}

/** The OpenAPI document at `/api/openapi.json`, and as pages at `/api/docs`. It tells what there is, not what is in it. */
export async function addApiDocs(app: FastifyInstance, deskUrl: string): Promise<void> {
  const document = openApiDocument(deskUrl);
  app.get('/api/openapi.json', () => document);
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  });
}
