import { Journey } from './borrower-journey';
import { Counter, DAY } from './counter';

describe('a loan in the sandbox', () => {
  let counter: Counter;
  let borrower: Journey;

  beforeEach(async () => {
    counter = await Counter.open();
    borrower = new Journey(counter);
  });
  afterEach(() => counter.close());

  it('goes from the application to its last repayment', async () => {
    await borrower.beDisbursed();
    expect(await borrower.application()).toMatchObject({ status: 'DISBURSED', loan_status: 'ACTIVE' });
    expect(await borrower.schedule()).toHaveLength(6);
    counter.time.pass(190 * DAY);
    expect(await borrower.loan()).toMatchObject({ loanStatus: 'CLOSED', outstandingBalance: 0 });
    expect(counter.committed('repayment')).toHaveLength(6);
    expect(counter.committed('loan-closed')).toHaveLength(1);
  });

  it('commits every step once', async () => {
    await borrower.beDisbursed();
    const effects = counter.committed().map(({ effect, key }) => `${effect} ${key}`);
    expect(new Set(effects).size).toBe(effects.length);
  });
});
