// node .ci/count.mjs <result file of jest> <exit code of jest>: prints "N passed, N failed".
import { readFileSync } from 'node:fs';

const [file, exitCode] = process.argv.slice(2);

function results() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, testResults: [] };
  }
}

// A file that could not be loaded has no failed test, and is a failure all the same.
function failuresOf({ status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed').length;
  return status === 'failed' ? Math.max(failed, 1) : failed;
}

const { numPassedTests, testResults } = results();
const found = testResults.map(failuresOf).reduce((sum, each) => sum + each, 0);
// Something went wrong around the tests: never a clean line for a red run.
const failed = exitCode === '0' ? found : Math.max(found, 1);
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
