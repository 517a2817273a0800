// What needs a browser: `npm run test:browser`. The pages are built first, as they are shipped.
const usual = require('./jest.config');

module.exports = {
  ...usual,
  testMatch: ['<rootDir>/test/**/*.browser.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 2,
  testTimeout: 240_000,
};
