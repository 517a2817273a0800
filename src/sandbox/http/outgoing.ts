import type { FastifyReply, FastifyRequest } from 'fastify';
import { lookOf } from '../readings/looks';
import type { OutgoingReply } from '../readings/outgoing-reply';
import type { Readings } from '../readings/readings';

/** Gives every reply of the bank, refusals too, the look of the readings in force. Fastify runs it before it serializes. */
export const withReadings =
  (readings: Readings) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const { operation } = request.routeOptions.config;
    const outgoing: OutgoingReply = {
      operation,
      sent: textOf(request),
      status: reply.statusCode,
      body: payload,
    };
    const { status, body } = lookOf(outgoing, readings);
    reply.code(status);
    if (typeof body === 'string') reply.type('text/plain; charset=utf-8').serializer(String);
    return body;
  };

const textOf = ({ body, url }: FastifyRequest): string =>
  Buffer.isBuffer(body) && body.length > 0 ? body.toString() : url;
