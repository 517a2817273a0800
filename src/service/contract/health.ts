import { z } from 'zod';
import { operation } from './operation';

export const health = {
  checkHealth: operation({
    method: 'GET',
    path: '/v1/health',
    evidence: 'assumed',
    effect: 'none',
    summary: 'Whether the service is up',
    success: { status: 200, message: 'ok' },
    data: z.unknown(),
  }),
};
