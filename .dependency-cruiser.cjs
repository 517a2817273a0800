// Which room may import which. Each rule says why; tests, benches, chaos runs and the stack may import everything.
const room = (names) => `^src/(${names})(/|\\.ts$)`;

/** Everything of ours that is not in these rooms. */
const othersThan = (names) => ({ path: '^src/', pathNot: room(names) });

/** A room that imports nothing of ours, and why. */
const alone = (name, comment) => ({
  ...{ name: `${name}-imports-nothing-of-ours`, comment },
  ...{ from: { path: room(name) }, to: othersThan(name) },
});

/** Codes, limits and sentences of the contract: plain data that imports nothing, and so may stand in workflows, too. */
const contractData = '^src/bank/contract/(codes|limits|priorities|refusals)\\.ts$';

/** What describes each kind of case to programs beside its workflows: the schemas of input files, and the rows with them. */
const kindRows = '^src/domain/(kinds|events/events|[a-z-]+/kind|[a-z-]+/input)\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-nothing-of-ours',
      comment:
        "Rules about money and loans must be readable and testable without anything around them; the bank's codes are data.",
      from: { path: room('domain'), pathNot: kindRows },
      to: { path: '^src/', pathNot: [room('domain'), contractData] },
    },
    {
      name: 'rules-and-workflows-know-rows-by-type',
      comment: 'One imported value would pull zod and the contract into the workflow bundle, or the pages.',
      from: { path: '^(src/(domain|workflows)|web/src)/', pathNot: kindRows },
      to: { path: kindRows, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'bank-imports-nothing-of-ours',
      comment: 'The banking service is described as its interface has it, not as we use it.',
      from: { path: room('bank') },
      to: othersThan('bank|secrets'),
    },
    {
      name: 'packages-stand-alone',
      comment:
        'A package of ours serves other projects as well: it can be read, tested and used without this one.',
      from: { path: '^packages/' },
      to: { path: '^(src|sandbox|stack|probe|web|test|bench|chaos)/' },
    },
    {
      name: 'packages-are-known-by-name',
      comment: 'Whoever uses a package of ours sees what any other user sees; tests run its examples.',
      from: { path: '^(src|sandbox|stack|probe|web|test|bench|chaos)/' },
      to: {
        path: '^packages/',
        pathNot: '^packages/[^/]+/examples/',
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
    {
      name: 'limiter-is-for-those-who-call-the-bank',
      comment: 'Who asks Temporal or the database waits for no window of the bank.',
      from: {
        path: '^(src|sandbox|probe|web/src)/',
        pathNot: room('activities|bank|keeper|monitoring|temporal|worker'),
      },
      to: { path: '^packages/fixed-window-limiter/' },
    },
    alone('client', "Other programs load it: it holds nothing but the calls of the desk's document."),
    {
      name: 'workflows-import-domain-only',
      comment:
        'Workflows are replayed: they reach the outside through activities, of which they know only types.',
      from: { path: room('workflows') },
      to: othersThan('workflows|domain|activities|bank|input'),
    },
    {
      name: 'workflows-know-the-outside-by-type',
      comment: 'One imported value would pull clients, zod and Node built-ins into the workflow bundle.',
      from: { path: room('workflows') },
      to: {
        path: room('activities|bank|input'),
        pathNot: contractData,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contract-data-imports-nothing',
      comment: 'Workflows and domain may import these files only because nothing comes along with them.',
      from: { path: contractData },
      to: { path: '.', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflows-use-no-node-built-ins',
      comment: 'The workflow sandbox has none: bundling fails, and the compiler does not see it.',
      from: { path: room('workflows|domain') },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'activities-import-bank-input-and-domain',
      comment:
        'Activities are handed what they depend on; they do not reach for the rest of the house. What Temporal says of a run they read as everybody does.',
      from: { path: room('activities') },
      to: othersThan('activities|authority|bank|input|domain|records|temporal/runs'),
    },
    {
      name: 'authority-imports-domain-only',
      comment:
        'Who may sign what is an entry of the package: other programs take it without the rest of the house.',
      from: { path: room('authority') },
      to: othersThan('authority|domain|secrets'),
    },
    {
      name: 'records-know-domain-only',
      comment:
        'What is kept for good is read by auditors: it can be understood without a workflow or a bank.',
      from: { path: room('records') },
      to: othersThan('records|domain|secrets'),
    },
    {
      name: 'sandbox-knows-only-the-contract',
      comment: 'The emulated service is judged by the interface document, not by our client or our rules.',
      from: { path: '^sandbox/' },
      to: { path: '^(src|stack|probe)/', pathNot: '^src/bank/contract/' },
    },
    {
      name: 'production-is-src-alone',
      comment:
        'The package holds `src` and nothing that plays the world around a lender: all of it must work against any server that speaks the interface.',
      from: { path: '^src/' },
      to: { path: '^(sandbox|stack|probe|test|bench|chaos|rivals)/' },
    },
    {
      name: 'input-knows-contract-and-domain',
      comment: 'The schemas of the input files say what people may write, not how it is carried out.',
      from: { path: [room('input'), kindRows] },
      to: { path: '^src/', pathNot: ['^src/(input|domain)/', '^src/bank/contract/'] },
    },
    {
      name: 'cli-knows-cases-not-workflows',
      comment:
        'The command line reaches running workflows through `cases`; it shares nothing with the desk, whose files the doctor reads as the desk does.',
      from: { path: room('cli|starter'), pathNot: '^src/cli/doctor/desk' },
      to: { path: room('workflows|desk') },
    },
    {
      name: 'cli-calls-no-bank',
      comment:
        'Only workers call the bank: the command line needs no keys. The doctor, in the environment of a worker, tries them once.',
      from: { path: room('cli|starter'), pathNot: '^src/cli/doctor/(services-and-folders|desk)' },
      to: othersThan('cli|starter|cases|authority|domain|input|activities|temporal|config|records|secrets'),
    },
    {
      name: 'cases-know-temporal-and-domain',
      comment:
        'How cases are reached is shared by the command line and the desk: it knows neither of them, and of workflows and activities types alone.',
      from: { path: room('cases') },
      to: othersThan('cases|authority|domain|input|config|temporal|workflows|activities'),
    },
    {
      name: 'cases-know-workers-by-type',
      comment: "The code of workflows and activities is the worker's.",
      from: { path: room('cases') },
      to: { path: room('workflows|activities'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-reaches-cases-through-the-cli',
      comment: 'The desk and the command line reach cases through `cases`, never through each other.',
      from: { path: room('cases|desk') },
      to: { path: room('cli|starter|desk'), pathNot: '^src/desk/' },
    },
    {
      name: 'desk-reaches-cases-not-workers',
      comment:
        'The desk speaks for people: it reaches cases through `cases` and its copy of them, needs no keys of the bank, and of activities only what a document may be.',
      from: { path: room('desk') },
      to: {
        path: '^src/',
        pathNot: [
          room('desk|cases|authority|domain|input|temporal|config|records|monitoring|secrets'),
          '^src/activities/documents/',
        ],
      },
    },
    {
      name: 'desk-contract-stands-alone',
      comment:
        "The contract is read by the pages and by other programs: it knows the project's tables, and no server.",
      from: { path: '^src/desk/contract/' },
      to: { path: '^src/', pathNot: ['^src/desk/contract/', '^src/domain/', '^src/input/'] },
    },
    {
      name: 'webhooks-keep-and-pass-on',
      comment: 'The receiver only keeps events in Temporal; what they mean is for the workflows.',
      from: { path: room('webhooks') },
      to: othersThan('webhooks|bank|input|domain|temporal|config|monitoring'),
    },
    {
      name: 'keeper-knows-no-bank',
      comment: 'Who may call the bank is decided without knowing what is called.',
      from: { path: room('keeper') },
      to: othersThan('keeper|domain|records|temporal'),
    },
    {
      name: 'monitoring-knows-temporal-and-domain',
      comment: 'How a program is watched is the same for every program, whatever it does.',
      from: { path: room('monitoring') },
      to: othersThan('monitoring|domain|temporal'),
    },
    {
      name: 'probe-knows-bank-and-config',
      comment:
        'The contract probe runs against a foreign server, with nothing of the orchestrator in its way. It finds out which readings of the interface hold there; the sandbox has their table.',
      from: { path: '^probe/' },
      to: {
        path: '^(src|sandbox|stack)/',
        pathNot: [room('bank|config|secrets'), '^sandbox/readings/dimensions/'],
      },
    },
    {
      name: 'temporal-knows-domain-and-config',
      comment: 'Connection, logging, schedules and workers serve every program, so they know none of them.',
      from: { path: room('temporal') },
      to: othersThan('temporal|domain|config|secrets'),
    },
    alone('secrets', 'A file of keys is read, made and watched in one way, whoever holds it.'),
    alone('config', 'Every room may need a setting; a configuration that needs a room would close a circle.'),
    {
      name: 'pages-know-domain-and-the-contract-of-the-desk',
      comment:
        'The pages run in a browser: of ours they take pure rules, and from the desk nothing but the types of its interface.',
      from: { path: '^web/src/' },
      to: { path: '^src/', pathNot: ['^src/domain/', '^src/desk/contract/'] },
    },
    {
      name: 'pages-know-the-contract-by-type',
      comment: 'One imported value would pull zod and every schema into what officers load.',
      from: { path: '^web/src/' },
      to: { path: '^src/desk/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-pages',
      comment: 'The desk serves what is built of them; their code belongs to the browser.',
      from: { path: '^(src|sandbox|stack|probe|test|chaos|bench)/' },
      to: { path: '^web/' },
    },
    {
      name: 'pages-stay-apart',
      comment:
        'What two pages share lies in a folder of its own; only the page of a case shows parts of others.',
      from: { path: '^web/src/pages/([^/]+)/', pathNot: '^web/src/pages/case/' },
      to: { path: '^web/src/pages/', pathNot: '^web/src/pages/$1/' },
    },
    {
      name: 'programs-run-without-development-packages',
      comment:
        'Production installs with --omit=dev: a package that a program imports must be there, and be ours to name.',
      from: { path: '^(src|packages/[^/]+/src)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-circles',
      comment:
        'Of two files that import each other neither can be loaded alone. An import of types closes no circle: a part of a class names the type of the class.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that does not resolve would escape every other rule.',
      from: {},
      to: { couldNotResolve: true },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
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
