import { z } from 'zod';
import { POLICY_SIGNERS } from '../../authority/policy-signatures';
import { key } from '../../config/variables';
import { distinctPeople } from '../../domain/case/agreement';
import { ROLES } from '../../domain/case/commands';
import { isReference } from '../../domain/wire/references';
import { readSecretFile } from '../../secrets/key-files';
import { readInputFile } from '../files/input-file';

const text = (expected: string) => z.string(`must be ${expected}`).min(1, `must be ${expected}`);

const database = text('an address like postgres://host:5432/database').refine(
  (address) => URL.canParse(address) && new URL(address).username === '',
  'must be an address without a user, like postgres://host:5432/database: each program gets a user of its own',
);

const desk = text('the address of the desk, as its users type it').refine(
  (address) => URL.canParse(address) && new URL(address).href === `${new URL(address).origin}/`,
  'must be an address like https://desk.example.com, without a path',
);

const people = z
  .record(z.string().refine(isReference), z.array(z.enum(ROLES, `must be some of ${ROLES.join(', ')}`)), {
    error: ({ code }) =>
      code === 'invalid_key'
        ? 'must be the subject (sub) that the login provider has for a person; where that has other signs than letters, digits, hyphens and dots, OIDC_SUBJECT_CLAIM among the variables names another claim'
        : 'must be lists of roles, by the subject of each person',
  })
  .refine(
    (all) =>
      Object.values(all).filter((roles) => roles.some((role) => POLICY_SIGNERS.roles.includes(role)))
        .length >= POLICY_SIGNERS.people,
    `must name ${POLICY_SIGNERS.people} people or more with the role ${POLICY_SIGNERS.roles.join(' or ')}: they sign the policy`,
  )
  .refine(
    (all) => distinctPeople(Object.keys(all)).length === Object.keys(all).length,
    'must name each person once: capitals make no difference',
  );

const answersFile = z.strictObject({
  bank: z.strictObject(
    {
      url: text("the bank's address"),
      key: key,
      apiKey: key,
      environment: text('one word, such as production').default('production'),
    },
    'must name url, key and apiKey',
  ),
  temporal: z.strictObject(
    {
      address: text('a host and a port'),
      namespace: text('the name of a namespace').default('lending-payouts'),
    },
    'must name address',
  ),
  database,
  desk,
  provider: z.strictObject(
    {
      issuer: text("the login provider's name for itself"),
      clientId: text("the desk's client id").default('desk'),
      clientSecret: text("the desk's client secret").optional(),
    },
    'must name issuer',
  ),
  /** By default a folder of the installation. */
  documents: text('the path of a folder').optional(),
  /** People with keys of their own; others work only at the desk. */
  people,
  /** Other settings of .env.example, for each program that reads them. */
  variables: z.record(z.string(), z.string('must be a text'), 'must be texts, by variable').default({}),
});

export type Answers = z.output<typeof answersFile>;

/** Reads the answers. @throws KeyFileError if others can read the bank's keys in them, else InputFileError */
export function readAnswers(path: string): Promise<Answers> {
  readSecretFile(path);
  return readInputFile(path, answersFile);
}
