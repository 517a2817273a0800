import { setUpNamespace } from '../../src/temporal/search-attributes';

const denied = () => Promise.reject(Object.assign(new Error('denied'), { code: 7 }));

test.each(['addSearchAttributes', 'listSearchAttributes'])(
  'who is refused %s is told at once how an administrator makes search attributes',
  async (refused) => {
    const connection = {
      workflowService: { describeNamespace: () => Promise.resolve({}) },
      operatorService: {
        listSearchAttributes: () => Promise.resolve({ customAttributes: {} }),
        addSearchAttributes: () => Promise.resolve({}),
        [refused]: denied,
      },
    };
    const target = { connectionOptions: { address: 'temporal.example:7233' }, namespace: 'payouts' };
    await expect(setUpNamespace(connection as never, target)).rejects.toThrow(
      /an administrator.*search-attribute create --address temporal\.example:7233 --namespace payouts --name .*"tcld namespace search-attributes add --namespace payouts .*LoanStage=Keyword/,
    );
  },
);
