import { runToEnd } from '../workflows/loan-steering';
import { loanFile, type Wishes } from '../workflows/sample';
import { WEEK, records, type Path } from './recording';

const closed =
  (name: string, wishes: Wishes): Path =>
  async (theatre) => {
    const loan = await theatre.startLoan(loanFile(wishes));
    const { repaymentWorkflowId = '' } = await runToEnd(loan);
    const repayment = theatre.found(repaymentWorkflowId);
    await repayment.result(WEEK);
    return { [name]: repayment };
  };

const charged: Path = (theatre) => {
  theatre.world.rules.add({
    subject: 'borrower',
    when: { reference: '*SIM-leaves-money*' },
    then: { awaitsCharge: true },
  });
  const policy = { repayment: { mode: 'charge' } } as const;
  return closed('repayment-charged', { scenario: 'leaves-money', policy })(theatre);
};

/** Every way a disbursed loan can go; continuing as new is recorded on a server of its own. */
records(closed('repayment-on-time', {}), closed('repayment-in-arrears', { scenario: 'pays-late' }), charged);
