import { ConfigError, readConfig } from '../src/config';

const complete = { SERVICE_BASE_URL: 'https://bank.example/api', SERVICE_KEY: 'k-1', SERVICE_API_KEY: 'k-2' };

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
  }
  throw new Error('no ConfigError');
}

describe('the configuration', () => {
  test('comes from the environment, in typed parts', () => {
    const env = {
      ...complete,
      SERVICE_TIMEOUT_MS: '5000',
      WORKER_MAX_CACHED_WORKFLOWS: '50',
      LOG_LEVEL: 'warn',
    };
    expect(readConfig(['service', 'worker', 'log', 'documents'], env)).toEqual({
      service: { baseUrl: 'https://bank.example/api', key: 'k-1', apiKey: 'k-2', timeoutMs: 5_000 },
      worker: { maxCachedWorkflows: 50 },
      log: { level: 'warn' },
      documents: { folder: 'examples/documents' },
    });
  });

  test('names every missing variable at once', () => {
    expect(problemsOf(() => readConfig(['service', 'temporalCli'], {}))).toEqual([
      'SERVICE_BASE_URL is missing',
      'SERVICE_KEY is missing',
      'SERVICE_API_KEY is missing',
      'TEMPORAL_CLI_PATH is missing',
    ]);
  });

  test('takes an empty line for a missing one', () => {
    expect(problemsOf(() => readConfig(['service'], { ...complete, SERVICE_KEY: '' }))).toEqual([
      'SERVICE_KEY is missing',
    ]);
  });

  test('says what was expected and never what was given', () => {
    const env = {
      SERVICE_BASE_URL: 'ftp://s3cret.example',
      SERVICE_KEY: 's3cret with\nnewline',
      SERVICE_API_KEY: 's3crét',
      SERVICE_TIMEOUT_MS: 's3cret',
      LOG_LEVEL: 's3cret',
      WORKER_MAX_CACHED_WORKFLOWS: '1.5',
    };
    const problems = problemsOf(() => readConfig(['service', 'log', 'worker'], env));
    expect(problems).toEqual([
      'SERVICE_BASE_URL must be an http or https address',
      'SERVICE_KEY must be one word of plain characters',
      'SERVICE_API_KEY must be one word of plain characters',
      'SERVICE_TIMEOUT_MS must be a whole number',
      'LOG_LEVEL must be trace, debug, info, warn or error',
      'WORKER_MAX_CACHED_WORKFLOWS must be a whole number',
    ]);
  });

  test('of a program that does not call the service needs no key', () => {
    expect(readConfig(['documents', 'log'], {})).toEqual({
      documents: { folder: 'examples/documents' },
      log: { level: 'info' },
    });
  });
});
