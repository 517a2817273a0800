import { Argument, type Command } from '@commander-js/extra-typings';
import { z } from 'zod';
import { batchInput } from '../../input/batch-input';
import { enrolmentInput, loanInput } from '../../input/loan-input';
import { flushInput, payoutInput } from '../../input/payout-input';
import { limitsInput } from '../../input/limits-input';
import { examples } from '../command-line';
import { print } from '../terminal';

const inputs = {
  loan: loanInput,
  payout: payoutInput,
  flush: flushInput,
  limits: limitsInput,
  batch: batchInput,
  enrolment: enrolmentInput,
};

/** Adds `schema`. */
export function addSchema(program: Command): void {
  const names = Object.keys(inputs) as (keyof typeof inputs)[];
  program
    .command('schema')
    .description('Print the JSON Schema of an input file, for editors and programs.')
    .addArgument(new Argument('<kind>', 'of which file').choices(names))
    .addHelpText('after', examples('schema loan > loan.schema.json'))
    .action((kind) => {
      print(JSON.stringify(z.toJSONSchema(inputs[kind], { io: 'input' }), null, 2));
    });
}
