import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PROBLEMS, problem } from '../contract/problem';
import { commandBody, type FormField } from '../contract/command-forms';
import { reference, sha256 } from '../contract/fields';
import type { Route } from '../contract/route';
import { routes } from '../contract/routes';
import { startSchemas } from '../contract/starts';
import { envelopeOf, events, eventTypes, TEST_EVENT, testEvent } from '../../domain/events/events';
import { kinds } from '../../domain/kinds';
import { formFieldsOf } from '../views/commands';

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

const contentOf = (schema: z.ZodType) => ({
  content: { 'application/json': { schema: schemaOf(schema, 'output') } },
});

/** The interface as an OpenAPI document, made from the same tables as the routes and the forms. */
export function openApiDocument(deskUrl: string): Json {
  const { command: _any, ...others } = routes;
  const operations = [
    ...Object.entries<Route>(others).map(([name, route]) => operationOf(name, route)),
    ...commandOperations(),
  ];
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method, ...operation } of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  return {
    openapi: '3.1.0',
    info: {
      title: "The officers' desk",
      version: '1',
      description:
        'Every route needs a session of the desk or a bearer token of its login provider. A write with a header Idempotency-Key takes effect once, however often it is sent with the same key. Errors are problem documents (RFC 9457).',
    },
    servers: [{ url: deskUrl }],
    security: [{ token: [] }, { session: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-desk' },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
      responses: problemResponses(),
    },
    paths,
    webhooks: {
      ...Object.fromEntries(
        eventTypes.map((type) => [
          type,
          { post: webhookOf(type, `When ${events[type].when}`, envelopeOf(type)) },
        ]),
      ),
      [TEST_EVENT]: { post: webhookOf(TEST_EVENT, 'When a person tries an endpoint', testEvent) },
    },
  };
}

/** An event as posted to endpoints and listed by the feed. */
const webhookOf = (type: string, summary: string, envelope: z.ZodType) => ({
  operationId: type.replace('.', '_'),
  tags: ['events'],
  summary,
  requestBody: { required: true, ...contentOf(envelope) },
  responses: {
    '2XX': { description: 'Taken. Any other answer, and none within 10 seconds, is tried again.' },
  },
});

const operationOf = (name: string, route: Route) => ({
  path: route.path.replace(/:(\w+)/g, '{$1}'),
  method: route.method,
  operationId: name,
  tags: [/^\/api\/([\w-]+)/.exec(route.path)?.[1] ?? ''],
  summary: route.summary,
  description: `For ${route.roles.join(', ')}.`,
  parameters: [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(route.writes ? [IDEMPOTENCY_KEY] : []),
  ],
  ...((route.body ?? route.form) && { requestBody: { required: true, ...bodyOf(name, route) } }),
  responses: { 200: { description: 'Done', ...replyOf(route) }, ...refusalsOf(route) },
});

function bodyOf(name: string, { body }: Route): Json {
  if (!body) return { content: { 'multipart/form-data': { schema: FORM } } };
  const schema = schemaOf(STARTS[name] ?? body, 'input');
  const example = EXAMPLES[name];
  return { content: { 'application/json': { schema, ...(example && { example }) } } };
}

/** The schemas of starts, which the desk checks by their files' schemas, after adding its own fields. */
const STARTS: Readonly<Record<string, z.ZodType>> = {
  startLoan: startSchemas.loan,
  startPayout: startSchemas.payout,
};

const FORM = {
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  required: ['file'],
  additionalProperties: false,
};

const replyOf = ({ reply, replyTypes = [] }: Route) =>
  reply
    ? contentOf(reply)
    : { content: Object.fromEntries(replyTypes.map((type) => [type, { schema: { type: 'string' } }])) };

/** Each command of each kind of case at its own address, with the fields of its table. */
function commandOperations() {
  const { path, ...route } = routes.command;
  const { properties } = schemaOf(commandBody, 'input');
  return Object.entries(kinds).flatMap(([kind, { commands, stages }]) =>
    Object.entries(commands).map(([name, row]) => {
      const at = path.replace(':kind', kind).replace(':command', name);
      const params = route.params.pick({ reference: true });
      const { responses, ...operation } = operationOf(`${kind}_${name}`, { ...route, params, path: at });
      const fields = fieldsSchema(formFieldsOf(row, undefined));
      const body = {
        type: 'object',
        properties: { ...properties, fields, expectedStage: { enum: Object.keys(stages) } },
        required: fields.required.length > 0 ? ['fields'] : [],
        additionalProperties: false,
      };
      return {
        ...operation,
        ...{ tags: [`commands of a ${kind}`], summary: row.summary },
        description: `For ${row.roles.filter((role) => role !== 'borrower').join(', ')}. In the stages ${row.stages.join(', ')}.`,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses,
      };
    }),
  );
}

const fieldsSchema = (fields: readonly FormField[]) => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map((field) => [field.name, { ...valueSchema(field), description: field.about }]),
  ),
  required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
  additionalProperties: false,
});

function valueSchema({ kind, values, min, max }: FormField): Json {
  switch (kind) {
    case 'integer':
      return { type: 'integer', minimum: min, maximum: max };
    case 'flag':
      return { type: 'boolean' };
    case 'code':
      return { enum: values };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'digits':
      return { type: 'string', pattern: `^\\d{${min},${max}}$` };
    case 'reference':
    case 'person':
      return schemaOf(reference, 'input');
    case 'sha256':
    case 'document':
      return schemaOf(sha256, 'input');
    case 'text':
      return { type: 'string', minLength: 1, maxLength: max, pattern: String.raw`\S` };
    case 'rows':
      return { type: 'string', maxLength: max, pattern: `^${ROWS}(, ?${ROWS})*$` };
  }
}

/** A row, or several from one to another; the first is 1. */
const ROWS = String.raw`[1-9]\d{0,4}(-[1-9]\d{0,4})?`;

function problemResponses(): Json {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const all = Object.entries(PROBLEMS);
  return Object.fromEntries(
    [...new Set(all.map(([, { status }]) => status))].map((status) => {
      const own = all.filter(([, one]) => one.status === status);
      const texts = own.map(([name, { title }]) => `${name}: ${title}`);
      return [status, { description: texts.join('; '), content }];
    }),
  );
}

function refusalsOf({ params, body, form, writes }: Route) {
  const isNever: Readonly<Record<number, boolean>> = {
    404: !params,
    409: !params && !writes && !body,
    413: !body && !form,
    415: !body && !form,
  };
  const statuses = Object.keys(problemResponses()).filter((status) => !isNever[Number(status)]);
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

const EXAMPLES: Readonly<Record<string, object>> = {
  commands: {
    command: 'assign',
    fields: { assignee: 'officer-7' },
    cases: [{ kind: 'loan', reference: 'LN-2026-0001' }],
  },
  startPayout: {
    reference: 'PO-2026-0001',
    amountKobo: 2_500_000,
    source: { accountNumber: '9000000001' },
    beneficiary: {
      ...{ bankCode: '901', bankName: 'Almond Bank' },
      ...{ accountNumber: '0123456789', accountName: 'EMEKA HAUWA IBRAHIM' },
    },
    remark: 'Invoice 17',
  },
  enquireName: { bankCode: '901', accountNumber: '0123456789', accountName: 'EMEKA HAUWA IBRAHIM' },
  alikePayouts: { bankCode: '901', accountNumber: '0123456789', amountKobo: 2_500_000 },
  startBatch: {
    reference: 'BT-2026-01',
    csv: 'reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark\nSAL-1,1000000,901,Almond Bank,0123456789,EMEKA HAUWA IBRAHIM,Salary\n',
    sourceAccountNumber: '9000000001',
  },
  endSessions: { subject: 'officer-7' },
  revealNumber: { number: 'bvn' },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: schemaOf(reference, 'input'),
  description:
    "Your own id of this request, such as a UUID; outside of a UUID ten digits in a row are refused: they seem to be a person's number",
};

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schemaOf(schema ?? z.object({}), 'input');
  return Object.entries(properties).map(([name, one]) => {
    return { name, in: place, required: required.includes(name), schema: one };
  });
}

/** Serves the OpenAPI document at `/api/openapi.json`, and as pages at `/api/docs`; it has no case data. */
export async function addApiDocs(app: FastifyInstance, deskUrl: string): Promise<void> {
  const document = openApiDocument(deskUrl);
  app.get('/api/openapi.json', () => document);
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  });
}
