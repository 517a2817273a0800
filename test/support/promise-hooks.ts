import { promiseHooks } from 'node:v8';

/**
 * The SDK replays histories in this process, and then looks at the constructor of every promise in it. Since Node 24
 * those within WebCrypto have none, and a hook that throws ends the process. Workers run their workflows in threads
 * without WebCrypto and never meet them.
 */
const { createHook } = promiseHooks;
const ofPromisesWithConstructor =
  <A extends unknown[]>(hook: (promise: Promise<unknown>, ...more: A) => void) =>
  (promise: Promise<unknown>, ...more: A): void => {
    if ((promise.constructor as unknown) !== undefined) hook(promise, ...more);
  };

/** Node's module is one for all test files of a process. */
const GUARDED = Symbol.for('promise hooks see promises with a constructor alone');
const guarded: typeof createHook = ({ init, settled, ...others }) =>
  createHook({
    ...others,
    ...(init && { init: ofPromisesWithConstructor(init) }),
    ...(settled && { settled: ofPromisesWithConstructor(settled) }),
  });
if (!(GUARDED in createHook)) promiseHooks.createHook = Object.assign(guarded, { [GUARDED]: true });
