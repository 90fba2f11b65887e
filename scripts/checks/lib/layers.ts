/*
 * What each folder may import: one row per folder. A row names folders and files of the project, and packages;
 * everything else is refused (docs/architecture.md). `node:` means every module of Node.
 */

const aws = '@aws-sdk @smithy aws-lambda';
const ports = 'shared/objects shared/orchestration shared/scheduling shared/search shared/sign-in';
const channels = 'shared/chat shared/email shared/webhooks shared/service-health shared/work-queue';
const request =
  'shared/concurrency shared/config shared/consumed-units shared/context shared/error-codes shared/errors shared/network-list';
const pages = '@base-ui @codemirror @tanstack d3-scale d3-scale-chromatic plotly.js-basic-dist-min react react-dom';
const tests =
  '@axe-core/playwright asl-validator aws-sdk-client-mock bcryptjs fast-check oidc-provider playwright-core vitest fiducial';

/** A name that ends in `/*` means the files of that folder without its subfolders. */
export const layers: Readonly<Record<string, string>> = {
  'shared/domain': '@cfworker/json-schema croner d3-scale-chromatic uuid yaml',
  'shared/contract': 'shared/domain shared/error-codes shared/version zod zod-openapi',
  'shared/store': `shared/domain ${request} ${aws} node:`,
  'shared/search': 'shared/domain shared/store shared/errors @opensearch-project/opensearch stemmer node:',
  'shared/objects': 'shared/deadline @aws-sdk node:',
  'shared/orchestration': 'shared/domain @aws-sdk/client-sfn zod',
  'shared/scheduling': 'shared/domain shared/config @aws-sdk/client-scheduler',
  'shared/sign-in': 'shared/domain shared/context shared/errors openid-client',
  'shared/chat': '',
  'shared/email': 'shared/store node:',
  'shared/webhooks': 'shared/domain node:',
  'shared/service-health': '',
  'shared/work-queue': 'shared/store shared/concurrency node:',
  'shared/*': `shared/domain shared/orchestration shared/sign-in shared/store package.json @aws-lambda-powertools node:`,
  'shared/services': `shared/domain shared/store ${ports} ${channels} ${request} shared/archive-digest
    shared/deadline shared/in-slices shared/request-signal @zxcvbn-ts/language-common bcryptjs fflate hyparquet hyparquet-writer jose
    uuid yazl zod node:`,
  'functions/*': `shared/store shared/observability shared/request-signal ${ports} ${channels} ${request} aws-lambda @aws-sdk/client-dynamodb zod`,
  'functions/ports': `functions/* shared/network-list ${ports} ${channels} simulator`,
  'functions/http': `functions/* shared/contract shared/domain shared/services shared/store ${request} @middy/core aws-lambda
    zod node:`,
  'functions/api': `functions/* functions/http functions/ports shared/contract shared/domain shared/services shared/store
    shared/chat shared/orchestration shared/search shared/sign-in ${request} shared/kept-answers shared/shared-answers shared/version
    zod`,
  'functions/events': 'functions/* functions/ports shared/objects shared/services aws-lambda zod node:',
  'functions/flow': 'functions/* functions/ports shared/domain shared/orchestration shared/services simulator',
  'functions/schedule': 'functions/* functions/ports shared/domain shared/scheduling shared/services zod node:',
  'functions/stream': `functions/* functions/ports shared/search shared/services shared/store aws-lambda
    @aws-lambda-powertools/batch`,
  infra: `shared/contract shared/domain shared/orchestration shared/sign-in shared/store shared/observability
    shared/security-headers aws-cdk-lib cdk-nag constructs esbuild zod node:`,
  local: `functions/* functions/schedule shared ${aws} aws-local-stepfunctions pako send sirv node:`,
  simulator: 'shared/domain',
  'worker/client': 'shared/contract node:',
  worker: 'worker/client simulator shared/contract shared/domain node:',
  examples: 'node:',
  cli: `cli/qdash shared/contract shared/domain/calendar shared/domain/metrics/technology shared/domain/page-address
    shared/domain/export/compiler/format-names shared/domain/export/compiler/python-list shared/domain/export/left-out-text
    shared/archive-digest shared/version zod node:`,
  // Of the store it has types alone.
  'cli/qdash': 'cli cli/archive shared/domain shared/store shared/contract shared/version bson yaml node:',
  'web/vite.config.ts': 'shared/contract web/chunks @vitejs/plugin-react vite node:',
  web: `shared/contract shared/domain shared/error-codes ${pages}`,
  scripts: `functions/* infra local shared package.json ${aws} @stryker-mutator/instrumenter esbuild fast-check fflate
    spdx-satisfies vite vitest zod oxc-parser node:`,
  test: `cli functions infra local scripts shared simulator web worker package.json ${aws} ${tests} aws-cdk-lib cdk-nag
    bson constructs fflate hyparquet jose react react-dom vite yaml zod node:`,
  '*': 'vitest node:',
};

export interface Import {
  from: string;
  /** A path from the project's root, a package with a path, or `node:` with a name. */
  to: string;
}

const names = Object.keys(layers);

/** Whether a path is covered by a name in a row. */
function isIn(path: string, name: string): boolean {
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
