// node .ci/unended.mjs <result file of jest>: prints each file with a test that did not end in its time.
import { readFileSync } from 'node:fs';

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const isUnended = ({ message = '' }) => message.includes('Exceeded timeout of');
for (const { name } of testResults.filter(isUnended)) console.log(name);
