import { Argument, type Command } from '@commander-js/extra-typings';
import { z } from 'zod';
import { inputSchemas } from '../../input/input-schemas';
import { examples } from '../command-line';
import { print } from '../terminal';

/** Adds `schema`. */
export function addSchema(program: Command): void {
  const names = Object.keys(inputSchemas) as (keyof typeof inputSchemas)[];
  program
    .command('schema')
    .description('Print the JSON Schema of an input file, for editors and programs.')
    .addArgument(new Argument('<kind>', 'of which file').choices(names))
    .addHelpText('after', examples('schema loan > loan.schema.json'))
    .action((kind) => {
      print(JSON.stringify(z.toJSONSchema(inputSchemas[kind], { io: 'input' }), null, 2));
    });
}
