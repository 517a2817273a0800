/** The two applications that a run makes: of one it declines the offer, the other it carries to its loan. */
export type Journey = 'declined' | 'kept';

/** What a request takes from an earlier reply, or from the command line. */
export type Fact =
  | 'stamp'
  | 'bvn'
  | 'customerId'
  | 'accountNumber'
  | 'bankCode'
  | 'bankName'
  | 'secondNumber'
  | 'secondName'
  | 'enrolledCustomer'
  | 'startedCustomer'
  | 'verifiedCustomer'
  | `${Journey}Application`
  | `${Journey}Underwritten`
  | `${Journey}Linked`
  | `${Journey}Stated`
  | `${Journey}Documented`
  | `${Journey}Deciding`
  | `${Journey}Offered`
  | 'acceptedApplication'
  | 'agreedApplication'
  | 'resolutionUrl'
  | 'resolvedApplication'
  | 'finishedApplication'
  | 'loanId'
  | 'sourceNumber'
  | 'payoutReference'
  | 'settledReference'
  | 'transactionReference'
  | 'eventId'
  | 'webhookUrl';

export type Known = Readonly<Record<Fact, string>>;
export type Facts = Partial<Known>;

/** The facts that a request is made of. */
export function factsIn(input: (known: Known) => unknown): Fact[] {
  const asked = new Set<Fact>();
  const noting = (_: object, fact: string) => {
    asked.add(fact as Fact);
    return '';
  };
  input(new Proxy<Known>({} as Known, { get: noting }));
  return [...asked];
}
