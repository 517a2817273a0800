import './node-20';
import * as restate from '@restatedev/restate-sdk';
import * as clients from '@restatedev/restate-sdk-clients';
import { nextLookSeconds, realMs } from '../common/cadence';
import { run, settings, submitAll, tell } from '../common/program';
import type { Payout } from '../common/settings';
import { asRun, bank } from './calls';
import * as careful from './careful';
import * as idiomatic from './idiomatic';
import { limiterOf, takePlace } from './limiter';

const { send } = settings.variant === 'careful' ? careful : idiomatic;
const { ingress = '', admin = '', port = '' } = settings.server;

const payoutWorkflow = restate.workflow({
  name: 'payout',
  handlers: {
    run: async (ctx: restate.WorkflowContext, payout: Payout): Promise<string> => {
      const end = await payOut(ctx, payout).catch((error: unknown) => {
        // Anything else, such as a suspension, is Restate's own.
        if (error instanceof restate.TerminalError) return 'FAILED';
        throw error;
      });
      tell(payout.reference, end);
      return end;
    },
  },
});

async function payOut(ctx: restate.WorkflowContext, payout: Payout): Promise<string> {
  const place = (who: 'send' | 'read') => (settings.limit ? takePlace(ctx, who) : Promise.resolve());
  let { accountName } = payout;
  if (accountName === undefined) {
    await place('send');
    accountName = await asRun(ctx, 'resolve', () => bank.resolve(payout));
  }
  await place('send');
  await send(ctx, payout, accountName);
  for (let waited = 0; ;) {
    const seconds = nextLookSeconds(settings, waited);
    waited += Math.max(seconds, 1);
    if (seconds > 0) await ctx.sleep(realMs(settings, seconds));
    await place('read');
    const end = await asRun(ctx, 'read', async () => (await bank.end(payout.reference)) ?? null);
    if (end !== null) return end;
  }
}

run(async () => {
  const services = [payoutWorkflow, limiterOf(settings)];
  const logger: restate.LoggerTransport = ({ level }, ...words) => {
    if (String(level) === 'error') process.stderr.write(`${words.map(String).join(' ')}\n`);
  };
  await restate.serve({ services, port: Number(port), logger });
  await register();
  const client = clients.connect({ url: ingress });
  void submitAll((payout) => client.workflowClient(payoutWorkflow, payout.reference).workflowSubmit(payout));
  return async () => undefined;
});

const AGAIN_MS = 200;

/** Tells the server where the services are, as after each deployment. */
async function register(): Promise<void> {
  for (;;) {
    const body = JSON.stringify({ uri: `http://127.0.0.1:${port}`, force: true });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${admin}/deployments`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
