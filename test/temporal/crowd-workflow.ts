import { serviceLanes } from '../../src/workflows/lanes';

/** Asks the service many times at once: for so many over each lane. */
export async function crowdWorkflow(callers: number): Promise<void> {
  const { urgent, routine } = serviceLanes({ rate: 1 });
  const numbers = [...Array(callers).keys()];
  await Promise.all([
    ...numbers.map((number) => routine.getKycStatus({ customerId: `routine-${number}` })),
    ...numbers.map((number) => urgent.getKycStatus({ customerId: `urgent-${number}` })),
  ]);
}
