import { Command } from '@commander-js/extra-typings';
import { measureHeap } from './heap';

/** What can be measured. Figures as measured stand in docs/BENCHMARKS.md. */
const benches = { heap: measureHeap };

const [name, { json }] = (() => {
  const command = new Command('npm run bench --')
    .description('Measure. Takes minutes, and the machine for itself.')
    .argument('<name>', `what to measure: ${Object.keys(benches).join(', ')}`)
    .option('--json', 'print the figures as JSON on stdout', false)
    .parse();
  return [command.processedArgs[0], command.opts()] as const;
})();

async function main(): Promise<number> {
  if (!(name in benches)) {
    console.error(`There is no bench ${name}. There are: ${Object.keys(benches).join(', ')}.`);
    return 2;
  }
  const figures = await benches[name as keyof typeof benches]();
  if (json) console.log(JSON.stringify(figures));
  else console.table(figures);
  return 0;
}

void main().then((code) => process.exit(code));
