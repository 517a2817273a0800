/** Who may hold the account that a loan is paid into. */
interface Borrower {
  readonly customer: { readonly firstName: string; readonly lastName: string };
  readonly businessName?: string | undefined;
}

/** The names in which the borrower may hold an account: their own, and that of their business. */
export const holdersOf = ({ customer, businessName }: Borrower): string[] => [
  `${customer.firstName} ${customer.lastName}`,
  ...(businessName === undefined ? [] : [businessName]),
];

/** How many digits of an account people see, and repeat when they confirm it. */
const DIGITS_SHOWN = 4;

/** The digits of an account by which people confirm it. */
export const endOf = (accountNumber: string): string => accountNumber.slice(-DIGITS_SHOWN);
