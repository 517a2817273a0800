/** The first policy to sign: each payout needs approval, a large one two people and a fresh login. */
export const FIRST_POLICY = {
  version: 1,
  approvals: [
    { fromKobo: 0, approvals: 1, roles: ['approver', 'supervisor'] },
    { fromKobo: 100_000_000, approvals: 2, roles: ['approver', 'supervisor'] },
  ],
  stepUpKobo: 100_000_000,
};
