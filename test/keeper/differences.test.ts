import { keysIn, newAuditKey } from '../../src/records/audit/keys';
import {
  differencesFrom,
  loginSettings,
  sentenceOn,
  settingsOfDesk,
} from '../../src/records/shared-settings';

const [own, foreign] = [newAuditKey(), newAuditKey()].map(({ publicLine }) => keysIn(publicLine, 'public'));
const provider = { issuer: 'https://login.example.com', clientId: 'desk', subjectClaim: 'sub' };
const keeper = {
  worker: '7@somewhere',
  settings: {
    BANK_ENVIRONMENT: 'live',
    BUSINESS_CLOCK_RATE: '1',
    ...loginSettings(provider),
    AUDIT_KEY_FILE: `the key ${own!.ids[0]!}`,
  },
};
const sentence = (auditKeys = own, bankEnvironment = 'live', demonstration = false) =>
  sentenceOn(
    differencesFrom(keeper, settingsOfDesk({ bankEnvironment, demonstration, auditKeys, provider })),
  );

test('a desk with the settings of the keeper is told nothing, and one that checks no audit needs no key of it', () => {
  expect(sentence()).toBeUndefined();
  expect(
    sentenceOn(
      differencesFrom(
        keeper,
        settingsOfDesk({ bankEnvironment: 'live', demonstration: false, auditKeys: undefined, provider }),
      ),
    ),
  ).toBeUndefined();
});

test('a desk with other settings is told all of them in one sentence, with both sides', () => {
  expect(sentence(foreign, 'test', true)).toMatch(
    new RegExp(
      [
        'must have these settings in common.*: BANK_ENVIRONMENT: test here, live at the worker 7@somewhere, the last to call the bank',
        'BUSINESS_CLOCK_RATE: .*DESK_DEMONSTRATION=true.* here, 1 at .*',
        `AUDIT_KEY_FILE: the key ${foreign!.ids[0]!} here, the key ${own!.ids[0]!} at .*`,
      ].join('; '),
    ),
  );
});

test('a desk of a demonstration fits workers whose clock is not the real one, however that is set', () => {
  for (const rate of ['1000', '1, set to another day'])
    expect(
      differencesFrom(
        { ...keeper, settings: { BUSINESS_CLOCK_RATE: rate } },
        settingsOfDesk({ bankEnvironment: 'test', demonstration: true, auditKeys: undefined, provider }),
      ),
    ).toEqual([]);
});

test.each([
  [
    { issuer: 'https://other.example.com' },
    'OIDC_ISSUER: https://other.example.com here, https://login.example.com',
  ],
  [{ clientId: 'web' }, 'OIDC_CLIENT_ID: web here, desk'],
  [{ subjectClaim: 'employee_id' }, 'OIDC_SUBJECT_CLAIM: employee_id here, sub'],
])('a desk whose logins differ by %j from those that workers check is told so', (differs, found) => {
  const desk = { bankEnvironment: 'live', demonstration: false, auditKeys: own };
  const compare = (given: object, keepers = keeper.settings) =>
    differencesFrom(
      { ...keeper, settings: keepers },
      settingsOfDesk({ ...desk, provider: { ...provider, ...given } }),
    );
  expect(compare(differs)).toEqual([`${found} at the worker 7@somewhere, the last to call the bank`]);
  expect(compare(differs, { ...keeper.settings, ...loginSettings(undefined) })).toEqual([]);
});
