import { ConfigError, readConfig } from '../../src/config/read-config';

const given = { DATABASE_URL: 'postgres://program:secret@localhost/records', AUDIT_KEY_FILE: 'audit.key' };

test('a worker without a database stops unless a setting says that there are no records', () => {
  expect(() => readConfig(['records'], {})).toThrow(/DATABASE_URL is missing \(RECORDS=off does without/);
  expect(() => readConfig(['records'], {})).toThrow(/AUDIT_KEY_FILE is missing/);
  expect(readConfig(['records'], { RECORDS: 'off' }).records).toEqual({ mode: 'off' });
  expect(() => readConfig(['records'], { RECORDS: 'none' })).toThrow('RECORDS must be on or off');
});

test('a database and a key are all that a worker needs', () => {
  expect(readConfig(['records'], given).records).toMatchObject({
    mode: 'on',
    roles: { url: given.DATABASE_URL },
    keyFile: 'audit.key',
  });
});

test.each([
  'postgres://program:secret@db.example.com/records',
  'postgres://program:secret@db.example.com/records?sslmode=require',
  'postgres://program:secret@db.example.com/records?sslmode=no-verify',
  'postgres://program:secret@localhost/records?host=db.example.com',
])('%s is refused: a remote database needs TLS with a certificate that fits', (DATABASE_URL) => {
  const read = () => readConfig(['records'], { ...given, DATABASE_URL });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow('DATABASE_URL must end with ?sslmode=verify-full');
  expect(read).not.toThrow(/secret/);
});

test.each([
  'postgres://program:secret@db.example.com/records?sslmode=verify-full',
  'postgresql://program:secret@10.0.0.7:5432/records',
])('%s is taken', (DATABASE_URL) => {
  expect(readConfig(['database'], { DATABASE_URL }).database.url).toBe(DATABASE_URL);
});

test.each(['records', 'mysql://localhost/records', 'postgres://localhost'])(
  '%s is no database',
  (DATABASE_URL) => {
    expect(() => readConfig(['database'], { DATABASE_URL })).toThrow(/DATABASE_URL must/);
  },
);

test('how long details are kept has no default, and is a whole number of days', () => {
  const days = (RETENTION_DAYS: string) => readConfig(['retention'], { RETENTION_DAYS }).retention.days;
  expect(() => days('')).toThrow('RETENTION_DAYS is missing');
  for (const wrong of ['0', '-1', '1.5', '1e3', 'forever', '100000'])
    expect(() => days(wrong)).toThrow('RETENTION_DAYS must be a whole number from 1 to 99999');
  expect(days('1825')).toBe(1825);
});
