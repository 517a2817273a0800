import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { withClient } from '../../../cases/connection';
import { refusal, RequestError } from '../../../cases/request-error';
import { addEndpoint, listEndpoints, rotateSecret, tellEndpoint } from '../../../cases/event-endpoints';
import type { RelayCommand, RelayView } from '../../../domain/events/relay';
import { columns, examples, inform, print, printResult } from '../../terminal';

const showSecret = (json: boolean | undefined, name: string, secret: string): void => {
  printResult(json, { name, secret }, () => `Its secret, which is shown this once:\n${secret}`);
};

export function addEvents(program: Command): void {
  const group = program
    .command('events')
    .description('What other systems are told of cases: the endpoints to which events are posted.')
    .addHelpText(
      'after',
      examples(
        'events endpoints add app https://app.example/hooks/lending',
        'events replay app --from 2026-11-27T00:00:00Z',
      ),
    );
  addEndpoints(group);
  group
    .command('resend')
    .description('Post one event again, beside what is posted in order.')
    .argument('<id>', 'its id')
    .option('--endpoint <name>', 'where to; left out, to all endpoints that are not paused')
    .action((id, { endpoint }) =>
      withClient((client) =>
        endpoint === undefined ? resendToAll(client, id) : told(client, endpoint, { do: 'resend', id }),
      ),
    );
  group
    .command('replay')
    .description('Tell an endpoint everything once more from an instant on, in order.')
    .argument('<endpoint>', 'its name')
    .requiredOption('--from <instant>', 'business time, ISO 8601 in UTC')
    .action((name, { from }) => withClient((client) => told(client, name, { do: 'replay', from })));
}

/** @throws RequestError once each was tried, where one was not told */
async function resendToAll(client: Client, id: string): Promise<void> {
  const names = (await listEndpoints(client)).filter(({ paused }) => paused === undefined);
  let failed = 0;
  for (const { name } of names)
    await told(client, name, { do: 'resend', id }).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.kind !== 'refused') throw error;
      inform(error.message);
      failed++;
    });
  if (failed > 0) throw refusal(`${failed} of ${names.length} endpoints were not told.`);
}

function addEndpoints(events: Command): void {
  const group = events.command('endpoints').description('Where events are posted.');
  group
    .command('add')
    .description('Register an endpoint: it is told what happens from now on.')
    .argument('<endpoint>', 'a name of your own: small letters, digits and hyphens')
    .argument('<url>', 'an https address; others for workers with EVENTS_PRIVATE_ENDPOINTS=allow alone')
    .option('--json', 'print name and secret as JSON')
    .action((name, url, { json }) =>
      withClient(async (client) => showSecret(json, name, await addEndpoint(client, name, url))),
    );
  group
    .command('list', { isDefault: true })
    .description('List them: how far each was told (a cursor of the feed), and why one takes nothing.')
    .option('--json', 'print the list as JSON')
    .action(({ json }) =>
      withClient(async (client) => printResult(json, await listEndpoints(client), endpointsTable)),
    );
  group
    .command('rotate')
    .description('Give one a new secret; for a day the one before it signs, too.')
    .argument('<endpoint>', 'its name')
    .option('--json', 'print name and secret as JSON')
    .action((name, { json }) =>
      withClient(async (client) => showSecret(json, name, await rotateSecret(client, name))),
    );
  addCommand(group, 'test', 'Post one event of the type endpoint.test, which is about no case');
  addCommand(group, 'pause', 'Post nothing there until it is resumed; nothing is lost');
  addCommand(group, 'resume', 'Go on with the first event that it has not taken');
  addCommand(group, 'remove', 'Forget one');
}

function addCommand(group: Command, name: 'test' | 'pause' | 'resume' | 'remove', summary: string): void {
  group
    .command(name)
    .description(`${summary}.`)
    .argument('<endpoint>', 'its name')
    .action((endpoint) => withClient((client) => told(client, endpoint, { do: name })));
}

type Told = Exclude<RelayCommand, { readonly do: 'rotate' }>;

const DONE: Readonly<Record<Told['do'], string>> = {
  test: 'has taken the test',
  resend: 'has taken the event',
  replay: 'is told everything from then on once more, in order',
  pause: 'is told nothing until it is resumed',
  resume: 'is told on from the first event that it has not taken',
  remove: 'is forgotten',
};

async function told(client: Client, endpoint: string, command: Told): Promise<void> {
  await tellEndpoint(client, endpoint, command);
  print(`${endpoint} ${DONE[command.do]}.`);
}

function endpointsTable(found: readonly RelayView[]): string {
  if (found.length === 0) return 'There are none.';
  const lines = found.map(({ name, url, position, paused, failure }) => [
    ...[name, url, position === undefined ? '' : String(position)],
    paused !== undefined
      ? `paused: ${paused}`
      : failure
        ? `failing since ${failure.since}, ${failure.tries} tries: ${failure.last}`
        : '',
  ]);
  return columns([['ENDPOINT', 'ADDRESS', 'TOLD TO', ''], ...lines]).join('\n');
}
