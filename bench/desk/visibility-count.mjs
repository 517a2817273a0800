// Loaded into a desk before everything else: an interceptor of its connection to Temporal counts the requests that
// visibility answers, and writes their number into the file that the address of this module names (`?to=`). Plain
// JavaScript: Node hands --import on to worker threads, where no TypeScript is loaded.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { Connection } = createRequire(import.meta.url)('@temporalio/client');
const file = new URL(import.meta.url).searchParams.get('to');
const OF_VISIBILITY = /\/(List|Scan|Count|ListOpen|ListClosed|ListArchived)WorkflowExecutions$/;
let requests = 0;

function counting(options, next) {
  if (OF_VISIBILITY.test(options.method_definition.path)) writeFileSync(file, String(++requests));
  return next(options);
}

const connect = Connection.connect.bind(Connection);
Connection.connect = (options) => connect({ ...options, interceptors: [counting] });
writeFileSync(file, '0');
