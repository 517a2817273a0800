// The SDK notes the call stack of every promise of a workflow, for the Web UI. It takes a third of the time of a test of
// workflows, and no test looks at one. Since Node 24 it also breaks replays in a process that uses WebCrypto, whose
// promises have no constructor. Node's own hooks look before and after a callback, the SDK's never do.
const { promiseHooks } = require('node:v8');

const { createHook } = promiseHooks;
promiseHooks.createHook = (hooks) => (hooks.before || hooks.after ? createHook(hooks) : () => undefined);
