// node .ci/count.mjs (<result file of jest> <exit code of jest>)…: prints "N passed, N failed" over all of them.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const nothing = { testResults: [] };
const args = process.argv.slice(2);
const runs = Array.from({ length: args.length / 2 }, (_, run) => countOf(args[2 * run], args[2 * run + 1]));

function countOf(file, exitCode) {
  const once = resultsIn(file);
  // Files that did not end ran once more, and count as they did then.
  const again = existsSync(`${file}.again`) ? resultsIn(`${file}.again`) : nothing;
  const isAgain = ({ name }) => again.testResults.some((other) => other.name === name);
  const testResults = [...once.testResults.filter((result) => !isAgain(result)), ...again.testResults];
  testResults.forEach(tellFailures);
  const found = testResults.map(failuresOf).reduce((sum, each) => sum + each, 0);
  // Something went wrong around the tests: never a clean line for a red run.
  const isMended = once !== nothing && again.testResults.length > 0;
  const failed = exitCode === '0' || isMended ? found : Math.max(found, 1);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const numberOf = (status) => tests.filter((test) => test.status === status).length;
  return { passed: numberOf('passed'), failed, skipped: numberOf('pending') };
}

function resultsIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return nothing;
  }
}

// A file that could not be loaded has no failed test, and is a failure all the same.
function failuresOf({ status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed').length;
  return status === 'failed' ? Math.max(failed, 1) : failed;
}

/** Where the output of all tests is long, whoever reads its end alone must see what failed. */
function tellFailures({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  for (const { fullName, failureMessages } of failed)
    console.log(`failed: ${relative('.', name)}: ${fullName}\n${failureMessages.join('\n').slice(0, 1_500)}`);
  if (status === 'failed' && failed.length === 0)
    console.log(`failed: ${relative('.', name)}\n${message.slice(0, 1_500)}`);
}

const total = (what) => runs.reduce((sum, run) => sum + run[what], 0);
if (total('skipped') > 0) console.log(`${total('skipped')} skipped: they are in neither number.`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;
