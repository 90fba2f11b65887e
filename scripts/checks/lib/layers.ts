/*
 * What each folder may import: one row per folder. A row names folders and files of the project, and packages;
 * everything else is refused (docs/architecture.md). `node:` means every module of Node.
 */

/** The subjects of `shared`, `functions` and `web`; `kernel` is what all of them use. */
export const subjects: readonly string[] =
  `archives chips cooldowns devices discussions flows images kernel limits notes notifications people projects results runs
  schedules search statistics system values work workers`.split(/\s+/);

const aws = '@aws-sdk @smithy aws-lambda';
const ports =
  'shared/kernel/objects shared/runs/orchestration shared/schedules/scheduling shared/search/index shared/people/sign-in';
const channels =
  'shared/notifications/chat shared/notifications/email shared/notifications/webhooks shared/kernel/service-health shared/work/queue';
const request =
  'shared/kernel/concurrency shared/kernel/config shared/kernel/consumed-units shared/kernel/context shared/kernel/error-codes shared/kernel/errors shared/kernel/network-list shared/kernel/tracing';
const contract =
  'shared/<subject>/contract shared/api shared/<subject>/rules shared/kernel/error-codes shared/kernel/version zod zod-openapi';
const pages = '@base-ui @codemirror @tanstack d3-scale d3-scale-chromatic plotly.js-basic-dist-min react react-dom';
const tests =
  '@axe-core/playwright asl-validator aws-sdk-client-mock bcryptjs fast-check oidc-provider playwright-core vitest fiducial';

/** `<subject>` is any of the subjects. A name that ends in `/*` means the files of that folder without its subfolders. */
export const layers: Readonly<Record<string, string>> = {
  'shared/<subject>/rules': '@cfworker/json-schema croner d3-scale-chromatic uuid yaml',
  'shared/<subject>/contract': contract,
  'shared/api': contract,
  // Only the assembly of the API knows what is for clients of QDash alone.
  'shared/api/routes.ts': `${contract} compat/qdash/contract/routes`,
  'shared/api/registry.ts': `${contract} compat/qdash/contract/operations`,
  'compat/qdash/contract': contract,
  'compat/qdash/rules': 'shared/<subject>/rules',
  'compat/qdash/verbs': `compat/qdash/rules shared/<subject>/rules shared/<subject>/store shared/<subject>/verbs ${request} uuid zod node:`,
  'compat/qdash/handlers': `compat/qdash/contract compat/qdash/rules compat/qdash/verbs functions/* functions/http functions/ports.ts functions/<subject> shared/<subject>/contract shared/api
    shared/<subject>/rules shared/<subject>/verbs shared/<subject>/store ${request}`,
  'shared/<subject>/store': `shared/<subject>/rules shared/kernel/aws-signature ${request} ${aws} node:`,
  'shared/search/index':
    'shared/<subject>/rules shared/<subject>/store shared/kernel/errors @opensearch-project/opensearch stemmer node:',
  'shared/kernel/objects': 'shared/kernel/deadline @aws-sdk node:',
  'shared/runs/orchestration': 'shared/<subject>/rules @aws-sdk/client-sfn zod',
  'shared/schedules/scheduling': 'shared/<subject>/rules shared/kernel/config @aws-sdk/client-scheduler',
  'shared/people/sign-in': 'shared/<subject>/rules shared/kernel/context shared/kernel/errors openid-client',
  'shared/notifications/chat': '',
  'shared/notifications/email': 'shared/kernel/aws-signature node:',
  'shared/notifications/webhooks': 'shared/<subject>/rules node:',
  'shared/kernel/service-health': '',
  'shared/work/queue': 'shared/<subject>/store shared/kernel/aws-signature shared/kernel/concurrency node:',
  'shared/kernel/*': `shared/<subject>/rules shared/runs/orchestration shared/people/sign-in shared/<subject>/store package.json @aws-lambda-powertools @opentelemetry/api @smithy/signature-v4 node:`,
  'shared/<subject>/verbs': `shared/<subject>/rules shared/<subject>/store ${ports} ${channels} ${request} shared/kernel/archive-digest
    shared/kernel/deadline shared/kernel/in-slices shared/kernel/request-signal @zxcvbn-ts/language-common bcryptjs fflate hyparquet hyparquet-writer jose
    uuid yazl zod node:`,
  'functions/*': `shared/<subject>/store shared/limits/verbs/metered-call shared/kernel/observability shared/kernel/request-signal ${ports} ${channels} ${request} aws-lambda @aws-sdk/client-dynamodb zod`,
  'functions/ports.ts': `functions/* shared/kernel/network-list ${ports} ${channels}`,
  'functions/http': `functions/* shared/<subject>/contract shared/api shared/<subject>/rules shared/<subject>/verbs shared/<subject>/store ${request} @middy/core aws-lambda
    zod node:`,
  'functions/<subject>': `functions/* functions/http functions/ports.ts shared/<subject>/contract shared/api shared/<subject>/rules shared/<subject>/verbs shared/<subject>/store
    shared/notifications/chat shared/runs/orchestration shared/search/index shared/people/sign-in ${request} shared/kernel/kept-answers shared/kernel/shared-answers shared/kernel/version
    simulator/reanalyse zod`,
  'functions/groups.ts': 'compat/qdash/handlers functions/http functions/<subject> shared/api',
  'functions/events':
    'functions/* functions/ports.ts shared/kernel/objects shared/<subject>/verbs aws-lambda zod node:',
  'functions/steps':
    'functions/* functions/ports.ts shared/<subject>/rules shared/runs/orchestration shared/<subject>/verbs simulator',
  'functions/scheduled':
    'functions/* functions/ports.ts shared/<subject>/rules shared/schedules/scheduling shared/<subject>/verbs zod node:',
  'functions/stream': `functions/* functions/ports.ts shared/kernel/context shared/search/index shared/<subject>/verbs shared/<subject>/store aws-lambda
    @aws-lambda-powertools/batch`,
  infra: `shared/<subject>/contract shared/api shared/<subject>/rules shared/runs/orchestration shared/people/sign-in shared/<subject>/store shared/kernel/observability
    shared/kernel/security-headers aws-cdk-lib cdk-nag constructs esbuild zod node:`,
  local: `functions/* functions/scheduled shared ${aws} aws-local-stepfunctions pako send node:`,
  simulator: 'shared/<subject>/rules',
  'worker/client': 'shared/<subject>/contract shared/api node:',
  worker: 'worker/client simulator shared/<subject>/contract shared/api shared/<subject>/rules node:',
  examples: 'node:',
  cli: `cli/qdash shared/<subject>/contract shared/api shared/kernel/rules/calendar shared/values/rules/technology shared/kernel/rules/page-address
    shared/devices/rules/export/compiler/format-names shared/devices/rules/export/compiler/python-list shared/devices/rules/export/left-out-text
    shared/kernel/archive-digest shared/kernel/version zod node:`,
  // Of the store it has types alone.
  'cli/qdash':
    'cli cli/archive shared/<subject>/rules shared/<subject>/store shared/<subject>/contract shared/api shared/kernel/version bson yaml node:',
  'web/vite.config.ts': 'shared/<subject>/contract shared/api web/chunks @vitejs/plugin-react vite node:',
  web: `shared/<subject>/contract shared/api shared/<subject>/rules shared/kernel/error-codes ${pages}`,
  scripts: `functions/* infra local shared package.json ${aws} @stryker-mutator/core esbuild fast-check fflate
    spdx-satisfies vite vitest zod oxc-parser node:`,
  test: `cli compat functions infra local scripts shared simulator web worker package.json ${aws} ${tests} aws-cdk-lib cdk-nag
    @opentelemetry/api bson constructs fflate hyparquet jose react react-dom vite yaml zod node:`,
  '*': 'functions/groups.ts knip vitest node:',
};

export interface Import {
  from: string;
  /** A path from the project's root, a package with a path, or `node:` with a name. */
  to: string;
}

const names = Object.keys(layers);

/** Whether a path is covered by a name in a row. */
function isIn(path: string, name: string): boolean {
  const [before = '', after] = name.split('<subject>');
  if (after !== undefined) {
    const [subject = ''] = path.slice(before.length).split('/');
    return path.startsWith(before) && subjects.includes(subject) && isIn(path, `${before}${subject}${after}`);
  }
  if (!name.endsWith('*')) return path === name || path.startsWith(`${name}/`) || path === `${name}.ts`;
  const folder = name.slice(0, -1);
  return path.startsWith(folder) && !path.slice(folder.length).includes('/');
}

/** The row of a file: the longest name that contains it. */
export const layerOf = (file: string): string | undefined =>
  names.filter((name) => isIn(file, name)).toSorted((a, b) => b.length - a.length)[0];

const isAllowed = (layer: string, to: string): boolean =>
  (layers[layer] ?? '')
    .split(/\s+/)
    .some((name) => name !== '' && (isIn(to, name) || (name === 'node:' && to.startsWith(name))));

/** Why an import is refused; undefined if it is allowed. */
export function refusal({ from, to }: Import): string | undefined {
  const layer = layerOf(from);
  if (layer === undefined) return `${from}: no layer holds this file; give its folder a row`;
  if (layerOf(to) === layer || isAllowed(layer, to)) return undefined;
  return `${from}: ${layer} may not import ${to}`;
}
