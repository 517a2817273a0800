// Which room may import which. Each rule says why; tests, benches and chaos runs may import everything.
const room = (names) => `^src/(${names})(/|\\.ts$)`;

/** Everything of ours that is not in these rooms. */
const othersThan = (names) => ({ path: '^src/', pathNot: room(names) });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-nothing-of-ours',
      comment: 'Rules about money and loans must be readable and testable without anything around them.',
      severity: 'error',
      from: { path: room('domain') },
      to: othersThan('domain'),
    },
    {
      name: 'service-imports-nothing-of-ours',
      comment: 'The banking service is described as its interface has it, not as we use it.',
      severity: 'error',
      from: { path: room('service') },
      to: othersThan('service'),
    },
    {
      name: 'workflows-import-domain-only',
      comment:
        'Workflows are replayed: they reach the outside through activities, of which they know only types.',
      severity: 'error',
      from: { path: room('workflows') },
      to: othersThan('workflows|domain|activities|service|input'),
    },
    {
      name: 'workflows-know-the-outside-by-type',
      comment: 'One imported value would pull clients, zod and Node built-ins into the workflow bundle.',
      severity: 'error',
      from: { path: room('workflows') },
      to: { path: room('activities|service|input'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflows-use-no-node-built-ins',
      comment: 'The workflow sandbox has none: bundling fails, and the compiler does not see it.',
      severity: 'error',
      from: { path: room('workflows|domain') },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'activities-import-service-input-and-domain',
      comment: 'Activities are handed what they depend on; they do not reach for the rest of the house.',
      severity: 'error',
      from: { path: room('activities') },
      to: othersThan('activities|service|input|domain'),
    },
    {
      name: 'sandbox-knows-only-the-contract',
      comment: 'The emulated service is judged by the interface document, not by our client or our rules.',
      severity: 'error',
      from: { path: room('sandbox') },
      to: { path: '^src/', pathNot: ['^src/sandbox/', '^src/service/contract/'] },
    },
    {
      name: 'only-the-stack-starts-the-sandbox',
      comment: 'Everything must work against any server that speaks the interface.',
      severity: 'error',
      from: { path: '^src/', pathNot: room('stack|sandbox') },
      to: { path: room('sandbox') },
    },
    {
      name: 'input-knows-contract-and-domain',
      comment: 'The schemas of the input files say what people may write, not how it is carried out.',
      severity: 'error',
      from: { path: room('input') },
      to: { path: '^src/', pathNot: ['^src/(input|domain)/', '^src/service/contract/'] },
    },
    {
      name: 'starter-knows-results-not-workflows',
      comment:
        "The command line talks to running workflows by names on the wire; their code is the worker's.",
      severity: 'error',
      from: { path: room('starter') },
      to: { path: room('workflows'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'starter-calls-no-service',
      comment: 'Only workers call the service: the command line needs no keys.',
      severity: 'error',
      from: { path: room('starter') },
      to: othersThan('starter|domain|input|workflows|activities|temporal|config'),
    },
    {
      name: 'webhooks-keep-and-pass-on',
      comment: 'The receiver only keeps events in Temporal; what they mean is for the workflows.',
      severity: 'error',
      from: { path: room('webhooks') },
      to: othersThan('webhooks|service|input|domain|temporal|config'),
    },
    {
      name: 'probe-knows-service-and-config',
      comment:
        'The contract probe runs against a foreign server, with nothing of the orchestrator in its way.',
      severity: 'error',
      from: { path: room('probe') },
      to: othersThan('probe|service|config'),
    },
    {
      name: 'no-circles',
      comment: 'Of two files that import each other neither can be read alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that does not resolve would escape every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'types'],
    },
  },
};
