import type { LoginProvider, ProviderTokens } from './provider';
import { personIn, type Person, type RoleMapping } from './roles';

/** Who a person is by now, and by which tokens that is told next. */
export interface KnownAgain {
  readonly person: Pick<Person, 'roles' | 'branch'>;
  readonly tokens: ProviderTokens;
}

/** Asks the provider who a person is; `undefined`: nobody with a role. @throws ProviderUnreachableError */
export type PersonCheck = (tokens: ProviderTokens, subject: string) => Promise<KnownAgain | undefined>;

/** Who a person is by now, as the mapping reads what the provider says. */
export const checkBy =
  (provider: Pick<LoginProvider, 'again'>, mapping: RoleMapping): PersonCheck =>
  async (tokens, subject) => {
    const known = await provider.again(tokens, subject);
    const person = known && personIn(known.claims, mapping);
    return person?.subject === subject
      ? { person: { roles: person.roles, branch: person.branch }, tokens: known?.tokens ?? tokens }
      : undefined;
  };
