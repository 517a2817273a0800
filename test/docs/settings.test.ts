import { readdirSync } from 'node:fs';
import { documents } from '../support/docs/commands';
import { captured, section, tableRows, textOf } from '../support/docs/pages';

const documented = captured(textOf('.env.example'), /^(?:# )?([A-Z][A-Z_]+)=/gm);
const read = readdirSync('src/config').flatMap((file) =>
  captured(textOf(`src/config/${file}`), /\b([A-Z]+(?:_[A-Z]+)+|[A-Z]{7,}): [a-z]/g),
);

test('.env.example documents every variable that the configuration reads', () => {
  expect(read.length).toBeGreaterThan(5);
  expect(read.filter((name) => !documented.includes(name))).toEqual([]);
});

test('.env.example documents nothing else but the variables by which Temporal is found', () => {
  const others = documented.filter((name) => !read.includes(name));
  expect(others.filter((name) => !name.startsWith('TEMPORAL_'))).toEqual([]);
});

/** Read by other programs than ours. */
const FOREIGN = [
  ...[
    'NODE_EXTRA_CA_CERTS',
    'NPM_CONFIG_IGNORE_SCRIPTS',
    'NODE_IMAGE',
    'POSTGRES_PASSWORD',
    'SIMULATION_SEED',
  ],
  // What the example of a program asks for its token with.
  ...['TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET'],
];
const OURS =
  /^(SERVICE|WEBHOOK|TEMPORAL|WORKER|PAYOUT_POLICY|PAYING|GAP|RECONCILE|DATABASE|AUDIT|DESK|OIDC|STARTER|BANK|ENCRYPTION|CODEC|AUTHORITY|BUSINESS_CLOCK|RETENTION_DAYS|DOCUMENTS|LOGIN_PROVIDER)_/;

test.each(documents)('%s names only settings that .env.example documents', (page) => {
  const known = [...documented, ...FOREIGN];
  const text = textOf(page);
  const set = captured(text, /\b([A-Z]+(?:_[A-Z]+)+)=/g);
  const named = captured(text, /`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g).filter((name) => OURS.test(name));
  expect([...set, ...named].filter((name) => !known.includes(name) && !/^TEMPORAL_/.test(name))).toEqual([]);
});

test('the README has a table of settings', () => {
  expect(tableRows(section(textOf('README.md'), 'Configuration')).length).toBeGreaterThan(3);
});
