import { Argument, type Command } from '@commander-js/extra-typings';
import { print, examples } from '../terminal';
import { z } from 'zod';
import { kinds, startableNouns } from '../../domain/kinds';

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('Print the JSON Schema of an input file, for editors and programs.')
    .addArgument(new Argument('<kind>', 'of which file').choices(startableNouns))
    .addHelpText('after', examples('schema loan > loan.schema.json'))
    .action((kind) => {
      print(JSON.stringify(z.toJSONSchema(kinds[kind].start.input, { io: 'input' }), null, 2));
    });
}
