import type { Command } from '@commander-js/extra-typings';
import { enrolmentIn, signEnrolment } from '../../authority/enrolled-passkey';
import { POLICY_SIGNERS } from '../../authority/policy-signatures';
import { addEnrolment } from '../../authority/ring-file';
import { actEnvironment } from '../../authority/sign';
import { RequestError } from '../../cases/request-error';
import { isAmong } from '../../domain/case/approval';
import { temporalNamespace } from '../../temporal/connection';
import { examples } from '../command-line';
import { printResult } from '../terminal';
import { ringAt, ringOption } from './create';
import { signer } from './policy';

/** Adds `keys enrol`: the device of a person counts once two other people have enrolled it. */
export function addEnrol(keys: Command): void {
  keys
    .command('enrol')
    .description('Vouch with your key (STARTER_KEY) that a device is that of the person whom its file names.')
    .argument('<file>', 'what the desk has made of the device, as its person has handed it over')
    .option(...ringOption)
    .option('--json', 'print the device as JSON')
    .addHelpText('after', examples('keys enrol device-approver-1.json --ring keys.json'))
    .action(async (path, { ring, json }) => {
      const { key, bankEnvironment } = signer();
      const enrolment = await enrolmentIn(path);
      if (isAmong([enrolment.subject], key.subject))
        throw new RequestError('usage', 'Nobody enrols a device of their own: two other people do.');
      const aud = actEnvironment(temporalNamespace(), bankEnvironment);
      const signature = await signEnrolment(enrolment, key, aud).catch((error: unknown) => {
        throw error instanceof TypeError ? new RequestError('usage', `${error.message}.`) : error;
      });
      const { signatures } = addEnrolment(ringAt(ring), enrolment, { ...signature, by: key.subject });
      printResult(
        json,
        { ...enrolment, signatures: signatures.length },
        () =>
          `The device ${enrolment.kid} of ${enrolment.subject}, made at ${enrolment.origin}, is vouched for by ${signatures.length} of ${POLICY_SIGNERS.people} people.`,
      );
    });
}
