// Whole stacks under attack for many minutes, by hand: `npm run proofs`. Otherwise as `npm run test:slow`.
module.exports = {
  ...require('./jest.slow.config'),
  testMatch: ['<rootDir>/test/**/*.proof.test.ts'],
  maxWorkers: 1,
};
