// For programs alone: the SDK notes the call stack of every promise of a workflow, for the Web UI. It takes a fifth of
// a program's time, and no program looks at one. Node's own hooks look before and after a callback, the SDK's never do.
const { promiseHooks } = require('node:v8');

const { createHook } = promiseHooks;
promiseHooks.createHook = (hooks) => (hooks.before || hooks.after ? createHook(hooks) : () => undefined);
