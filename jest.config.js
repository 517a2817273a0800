/** Packages that are large and already CommonJS: transforming them only costs time. */
const untransformed =
  '@temporalio|webpack|webpack-sources|terser|terser-webpack-plugin|@webassemblyjs|protobufjs|@grpc|rxjs|@swc|memfs|zod|undici|ajv|caniuse-lite|acorn|enhanced-resolve|schema-utils|playwright-core|pino|@simplewebauthn|@peculiar';

module.exports = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons', 'module-sync'] },
  transform: {
    '^.+\\.[cm]?[tj]s$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(${untransformed})/`],
  globalSetup: '<rootDir>/test/support/workflow-bundle.ts',
  globalTeardown: '<rootDir>/test/support/records/server.ts',
  // Generous, since a busy machine must not fail a test.
  testTimeout: 120_000,
  // Most tests wait for servers; two at a time keep two cores busy, and a fresh process now and then stays small.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  testMatch: ['<rootDir>/{test,packages/*/test,web/test}/**/*.test.ts'],
  // A file that takes ten seconds and more by itself runs by `npm run test:slow`, or by `npm run proofs`.
  testPathIgnorePatterns: ['/node_modules/', '\\.(slow|proof|browser)\\.test\\.ts$'],
};
