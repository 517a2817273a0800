import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const environment = {
  object: 'process',
  property: 'env',
  message: 'Only src/config reads the environment: one place checks it and names every problem at once.',
};

export default defineConfig(
  {
    ignores: ['**/node_modules/', '**/dist/', 'build/', 'coverage/', '.cache/', '.data/'],
  },
  // Their types are in packages that the project does not install.
  { ignores: ['rivals/engines/*/', '!rivals/engines/common/'] },
  js.configs.recommended,
  {
    rules: {
      // A file is what is read together; past this it is read in parts.
      'max-lines': ['error', { max: 300 }],
      'id-denylist': [
        'error',
        'helper',
        'helpers',
        'util',
        'utils',
        'misc',
        'mailbox',
        'lane',
        'quota',
        'watchdog',
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // A forgotten await loses an error, and here errors are about money.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      // Numbers in messages are what messages are for.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A one-line handler says what it does; braces around it would not say more.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Handlers of the sandbox and activities are async by their type, whether they wait or not.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // It compiles beside the built package alone, as its test does it.
    files: ['examples/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  {
    files: ['{src,sandbox,stack,probe,packages}/**/*.ts'],
    ignores: ['src/config/**', 'packages/*/{examples,test}/**'],
    rules: {
      'no-restricted-properties': ['error', environment],
      'no-restricted-imports': [
        'error',
        ...['process', 'node:process'].map((name) => ({ name, message: environment.message })),
      ],
    },
  },
  {
    files: ['src/workflows/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        environment,
        {
          property: 'unsafe',
          message: 'A replay reads another time and another state there. Date tells when the task began.',
        },
      ],
    },
  },
  {
    // Tests look into replies and logs, which have no type; what they find there is what they check.
    files: ['{test,packages/*/test,web/test}/**/*.ts', '{bench,chaos,rivals}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['web/public/*.js'],
    languageOptions: { globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly' } },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        __dirname: 'readonly',
        __filename: 'readonly',
        AbortController: 'readonly',
        Buffer: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        performance: 'readonly',
        process: 'readonly',
        require: 'readonly',
        setInterval: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
  },
);
