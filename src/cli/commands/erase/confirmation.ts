import { createInterface } from 'node:readline';
import { RequestError } from '../../../cases/request-error';
import { inform } from '../../terminal';

/** Asks for the customer's reference once more, on one line of stdin. @throws RequestError for any other answer */
export async function requireConfirmation(
  customer: string,
  cases: number,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<void> {
  const many = cases === 1 ? '1 case' : `${cases} cases`;
  inform(`This erases ${many} of ${customer} for good. Type the reference of the customer again:`);
  const lines = createInterface({ input });
  // The first line is the answer; where there is none, nothing was confirmed.
  for await (const line of lines) {
    lines.close();
    if (line.trim() === customer) return;
    break;
  }
  throw new RequestError('refused', 'Nothing was erased: the reference was not typed again. See --yes.');
}
