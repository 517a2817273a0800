// What takes long: `npm run test:slow`. Otherwise as `npm test`.
module.exports = {
  ...require('./jest.config'),
  testMatch: ['<rootDir>/{test,packages/*/test}/**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // These wait for processes and servers more than the others.
  maxWorkers: 3,
  // Each of these ends by itself; a loaded machine must not fail it.
  testTimeout: 900_000,
};
