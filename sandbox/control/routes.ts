import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { faultSchema } from '../faults';
import { failure, answerError } from '../http/envelope';
import { usualWindowOf } from '../http/rate-limit';
import { iso } from '../time/clock';
import { accountNumbered } from '../money/accounts';
import { receiveTransfer } from '../money/fees';
import { runDueTasks } from '../time/run-due-tasks';
import { Malformed } from '../readings/refusals';
import type { RunningSandbox } from '../running-sandbox';
import { readingsSchema } from '../readings/readings';
import { ruleSchema } from '../scenarios/rules';
import { loanStatusOf, outstandingKobo, scheduleOf, splitOf } from '../lending/loan';
import type { BankState } from '../bank-state';

/** Routes that steer and show the sandbox itself. They need no key and do not count in a window. */
export function controlRoutes(running: RunningSandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler(answerError);
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure('no such control route')));
    app.addHook('onRequest', async () => {
      runDueTasks(running.state);
    });
    for (const [route, handler] of Object.entries(routesOf(running))) {
      const [method = '', url = ''] = route.split(' ');
      app.route({ method, url, handler });
    }
  };
}

/** The control routes. A reset replaces the state, so each request reads it anew. */
function routesOf(running: RunningSandbox): Readonly<Record<string, (request: FastifyRequest) => unknown>> {
  const { clock, readings } = running;
  const clockNow = () => ({ ...clock.read(), now: iso(clock.now()) });
  const rules = () => ({ rules: running.state.rules.list() });
  return {
    'GET /clock': clockNow,
    'POST /clock': ({ body }) => {
      const { rate, advanceSeconds } = parsed(clockChange, body ?? {});
      if (advanceSeconds !== undefined) clock.advance(advanceSeconds);
      if (rate !== undefined) clock.setRate(rate);
      runDueTasks(running.state);
      return clockNow();
    },
    'GET /scenarios': rules,
    'POST /scenarios': ({ body }) => {
      running.state.rules.add(parsed(ruleSchema, body));
      return rules();
    },
    'GET /readings': () => ({ readings }),
    'POST /readings': ({ body }) => {
      readings.choose(parsed(readingsSchema, body));
      return { readings };
    },
    'GET /faults': () => ({ faults: running.state.faults.list() }),
    'POST /faults': ({ body }) => running.state.faults.plant(parsed(faultSchema, body)),
    'DELETE /faults': () => ({ removed: running.state.faults.remove() }),
    'DELETE /faults/:id': ({ params }) => ({
      removed: running.state.faults.remove(parsed(faultParams, params).id),
    }),
    'GET /state': () => stateOf(running.state),
    'GET /committed': ({ query }) => ({
      committed: running.state.committed.list(parsed(committedQuery, query)),
    }),
    'GET /calls': () => running.calls,
    'GET /deliveries': () => running.deliveries,
    'GET /window': ({ ip }) => (running.window.isOn ? usualWindowOf(ip, running) : { limit: null }),
    'GET /windows': () => ({ windows: running.window.history }),
    'POST /transfers': ({ body }) => {
      const { accountNumber, amountKobo, description } = parsed(incomingTransfer, body);
      const { state } = running;
      state.cause = 'control';
      return receiveTransfer(state, accountNumbered(state, accountNumber), amountKobo, description);
    },
    'POST /reset': () => {
      running.reset();
      return {};
    },
  };
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw new Malformed(
    outcome.error.issues.map(({ message, path }) => ({ msg: message, param: path.join('.') })),
  );
}

/** The bodies of control routes. Rules and faults have schemas of their own. */
const clockChange = z.strictObject({
  rate: z.number().min(0).max(1e9).optional(),
  advanceSeconds: z.number().min(0).max(1e10).optional(),
});

const incomingTransfer = z.strictObject({
  accountNumber: z.string(),
  amountKobo: z.int().positive(),
  description: z.string().default('Incoming transfer'),
});

const committedQuery = z.strictObject({
  effect: z.string().optional(),
  key: z.string().optional(),
  after: z.coerce.number().int().min(0).optional(),
});

const faultParams = z.object({ id: z.string() });

/** The whole state as plain JSON, with personal data unmasked. */
const stateOf = (state: BankState) => ({
  now: iso(state.now),
  readings: state.readings,
  customers: state.customers,
  accounts: state.accounts,
  applications: state.applications,
  documents: state.documents,
  guarantors: state.guarantors,
  loans: state.loans.all().map((loan) => ({
    id: loan.id,
    applicationId: loan.applicationId,
    status: loanStatusOf(loan, state.now),
    outstandingKobo: outstandingKobo(loan),
    schedule: scheduleOf(loan).map((instalment) => ({ ...instalment, ...splitOf(instalment) })),
  })),
  repayments: state.repayments,
  payouts: state.payouts,
  balances: state.ledger,
  scheduledTasks: state.scheduledTasks,
});
