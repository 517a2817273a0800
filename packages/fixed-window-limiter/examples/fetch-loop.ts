// npx tsx examples/fetch-loop.ts URL [COUNT]: fetches a page so often, as fast as its server allows.
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiter, readRateLimitHeaders, type CallOutcome, type Permit } from 'fixed-window-limiter';

const limiter = new RateLimiter({ policy: { limit: 100, windowMs: 900_000 } });

/** As `fetch`, once the window has room. */
export async function limitedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const admission = limiter.admit();
  if (admission.admitted) return send(limiter, admission.permit, ...request);
  return sleep(admission.waitMs).then(() => limitedFetch(...request));
}

/** Sends an admitted request, and tells the limiter what came of it. */
export async function send(limiter: RateLimiter, permit: Permit, ...request: Parameters<typeof fetch>) {
  let outcome: CallOutcome = { came: 'no reply' };
  try {
    const [url, init] = request;
    const reply = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init });
    const notice = readRateLimitHeaders(Object.fromEntries(reply.headers));
    outcome = { came: 'reply', refused: reply.status === 429, notice };
    return reply;
  } finally {
    limiter.complete(permit, outcome);
  }
}

async function main([url = '', count = '1000']: readonly string[]) {
  if (!URL.canParse(url)) throw new Error('Usage: npx tsx examples/fetch-loop.ts URL [COUNT]');
  for (let sent = 0; sent < Number(count); sent++) console.log((await limitedFetch(url)).status);
}
if (require.main === module) void main(process.argv.slice(2));
