import type { Command } from '@commander-js/extra-typings';
import { RequestError } from '../../../cases/request-error';
import { fine, type Finding, type Verdict } from '../../doctor/finding';
import { lookAtAuthority, lookAtEncryption } from '../../doctor/keys';
import { lookAtRecords } from '../../doctor/records';
import { lookAtTemporal } from '../../doctor/temporal';
import { temporalTarget } from '../../../temporal/connection';
import { runningStack } from '../../../temporal/running-stack';
import { examples } from '../../command-line';
import { columns, printResult } from '../../terminal';

const WORDS: Readonly<Record<Verdict, string>> = { fine: 'fine', doubtful: 'DOUBTFUL', wrong: 'WRONG' };

/** Adds `doctor`. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'Look at everything that a worker needs, in the environment of this shell, and say what to do about it. It changes nothing and calls no bank.',
    )
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async ({ json }) => {
      const looks = [lookAtTemporal(), ...lookAtOwn()];
      const findings = (await Promise.all(looks)).flat();
      printResult(json, findings, () => findingsView(findings));
      const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length;
      if (wrong > 0) throw new RequestError('refused', `${wrong} of ${findings.length} things are wrong.`);
    });
}

/** Keys and database; a stack that runs on this machine has its own, which it alone knows. */
function lookAtOwn(): Promise<Finding[]>[] {
  const { address } = temporalTarget({ encryption: 'off' }).connectionOptions;
  return runningStack(address)
    ? [Promise.resolve([fine('Stack', 'runs on this machine, with keys, policy and database of its own')])]
    : [lookAtEncryption(), lookAtAuthority(), lookAtRecords()];
}

/** A line for each thing, and under it what to do. */
const findingsView = (findings: readonly Finding[]): string => {
  const lines = columns(findings.map(({ what, verdict, found }) => [what, WORDS[verdict], found]));
  return findings
    .flatMap(({ todo }, place) => [lines[place] ?? '', ...(todo === undefined ? [] : [`  To do: ${todo}.`])])
    .join('\n');
};
