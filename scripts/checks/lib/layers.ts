/*
 * Which folder may import which: the one list, from which
 * `npm run layers` makes `biome.layers.json`. What a layer does not name, it may not import.
 */

/** Packages that only some layers may use, by what they are for. */
const packageGroups = {
  aws: ['@aws-sdk/**', '@smithy/**', '@opensearch-project/**'],
  node: ['node:*'],
  middy: ['@middy/**'],
  cdk: ['aws-cdk-lib', 'aws-cdk-lib/**', 'constructs', 'cdk-nag'],
  pages: [
    'react',
    'react-dom',
    'react-dom/**',
    '@tanstack/**',
    '@base-ui/**',
    '@codemirror/**',
    'd3-scale',
    'plotly.js*',
  ],
  colours: ['d3-scale-chromatic'],
} as const;

type PackageGroup = keyof typeof packageGroups;

/** A folder, or the files directly in it where the name ends in `/*.ts`. */
export interface Layer {
  name: string;
  /** Other layers that it may import. */
  imports: readonly string[];
  packages?: readonly PackageGroup[];
  /** Why, in words for whoever is refused. */
  because: string;
}

const ports = ['shared/objects', 'shared/orchestration', 'shared/scheduling', 'shared/search'];
const verbs = ['shared/domain', 'shared/services', 'shared/store', ...ports];

export const layers: readonly Layer[] = [
  { name: 'shared/domain', imports: [], packages: ['colours'], because: 'The domain is pure: pass it what it needs' },
  { name: 'shared/contract', imports: ['shared/domain'], because: 'The contract knows the domain alone' },
  {
    name: 'shared/store',
    imports: ['shared/domain'],
    packages: ['aws', 'node'],
    because: 'The store knows keys, records and DynamoDB',
  },
  {
    name: 'shared/search',
    imports: ['shared/domain', 'shared/store'],
    packages: ['aws', 'node'],
    because: 'The search knows records and its index',
  },
  { name: 'shared/objects', imports: [], packages: ['aws', 'node'], because: 'The object store knows bytes by key' },
  {
    name: 'shared/orchestration',
    imports: ['shared/domain'],
    packages: ['aws'],
    because: 'The orchestrator knows executions of the state machine',
  },
  {
    name: 'shared/scheduling',
    imports: ['shared/domain'],
    packages: ['aws'],
    because: 'The scheduler knows schedules and their target',
  },
  {
    name: 'shared/services',
    imports: ['shared/domain', 'shared/store', ...ports],
    packages: ['node'],
    because: 'Verbs know neither HTTP nor the wire, and reach AWS through store and ports',
  },
  {
    name: 'functions/http',
    imports: ['functions/*.ts', 'shared/contract', 'shared/domain', 'shared/services', 'shared/store'],
    packages: ['node', 'middy'],
    because: 'The life of a request ends at the verbs',
  },
  {
    name: 'functions/ports',
    imports: ['functions/*.ts', 'simulator', ...ports],
    because: 'Ports bind the adapters for AWS, and what is computed outside of the verbs, to the runtime',
  },
  {
    name: 'functions/api',
    imports: ['functions/*.ts', 'functions/http', 'functions/ports', 'shared/contract', ...verbs],
    packages: ['node'],
    because: 'A handler turns a request into the call of a verb',
  },
  {
    name: 'functions/flow',
    imports: ['functions/*.ts', 'functions/ports', 'simulator', ...verbs],
    packages: ['node'],
    because: 'A step of the state machine calls verbs',
  },
  {
    name: 'functions/stream',
    imports: ['functions/*.ts', 'functions/ports', ...verbs],
    packages: ['node'],
    because: 'A consumer of the stream calls verbs',
  },
  {
    name: 'functions/schedule',
    imports: ['functions/*.ts', 'functions/ports', ...verbs],
    packages: ['node'],
    because: 'A scheduled function calls verbs',
  },
  {
    name: 'functions/*.ts',
    imports: ['shared/store', ...ports],
    packages: ['aws', 'node'],
    because: 'The runtime is what all functions share',
  },
  {
    name: 'infra',
    imports: ['shared/contract', 'shared/domain', 'shared/orchestration', 'shared/store'],
    packages: ['cdk', 'node'],
    because: 'Infrastructure reads routes, the table and configuration, and runs nothing',
  },
  {
    name: 'local',
    imports: [
      'functions/*.ts',
      'functions/api',
      'functions/schedule',
      'functions/stream',
      'functions/flow',
      'shared/contract',
      ...verbs,
    ],
    packages: ['aws', 'node'],
    because: 'One machine stands in for AWS: it knows the functions, and no deployment',
  },
  { name: 'cli', imports: ['shared/contract'], packages: ['node'], because: 'The command line is a client of the API' },
  {
    name: 'worker/client',
    imports: ['shared/contract'],
    packages: ['node'],
    because: "A lab's worker builds on it: it is a client of the API",
  },
  {
    name: 'worker',
    imports: ['worker/client', 'simulator', 'shared/contract', 'shared/domain'],
    packages: ['node'],
    because: 'The simulator as a worker is a client of the API',
  },
  { name: 'simulator', imports: ['shared/domain'], because: 'The simulator is pure: it knows the domain alone' },
  {
    name: 'web',
    imports: ['shared/contract', 'shared/domain'],
    packages: ['pages', 'colours'],
    because: 'The pages know the contract and the pure domain',
  },
  {
    name: 'scripts',
    imports: ['functions/*.ts', 'infra', 'local', 'shared/contract', ...verbs],
    packages: ['aws', 'node'],
    because: 'A command may use the service and one machine, not the pages or the tests',
  },
];

/** Files that stand directly in `shared`, and which layers may import them. */
const sharedFiles: Record<string, readonly string[]> = {
  config: ['functions/*.ts', 'functions/api', 'functions/http', 'local', 'scripts', 'shared/scheduling'],
  context: ['functions/*.ts', 'functions/api', 'functions/http', 'local', 'shared/services'],
  errors: ['functions/api', 'functions/http', 'shared/search', 'shared/services', 'shared/store'],
  observability: ['functions/*.ts', 'infra'],
  redaction: [],
  'security-headers': ['infra', 'local'],
  version: ['cli', 'functions/api', 'scripts', 'shared/contract'],
};

const rest = (part: string): string => part.slice(part.indexOf('/') + 1);
const topOf = (part: string): string => part.split('/')[0] ?? '';

/** What a layer may not import, as the parts of the tree: layers, files of `shared`, and the tests. */
export function forbiddenParts(layer: Layer): string[] {
  const parts = layers.map(({ name }) => name).filter((name) => name !== layer.name && !layer.imports.includes(name));
  const files = Object.entries(sharedFiles).filter(([, allowed]) => !allowed.includes(layer.name));
  return [...parts, ...files.map(([name]) => `shared/${name}.ts`), 'test'];
}

/** Packages that a layer may not import, as patterns. */
export const forbiddenPackages = ({ packages = [] }: Layer): string[] =>
  Object.entries(packageGroups).flatMap(([group, patterns]) =>
    packages.includes(group as PackageGroup) ? [] : [...patterns],
  );

/** Patterns of the specifiers by which a layer would reach a part: from the project's root, or up and down again. */
function patternsOf(part: string, { name }: Layer): string[] {
  const files = part.endsWith('.ts') ? part : `${part}/**`;
  // Of a layer within the part: its parent's files, but not its own.
  if (name.startsWith(`${part}/`)) return ['../*.ts', `#${part}/*.ts`];
  const isSibling = topOf(part) === topOf(name) && !rest(files).startsWith('*');
  return [`#${files}`, `**/${files}`, ...(isSibling ? [`**/${rest(files)}`] : [])];
}

/** Files of a layer, for Biome: those of a layer within it are its own, and a builder's configuration is no page. */
function filesOf({ name }: Layer): string[] {
  if (name.endsWith('.ts')) return [name];
  const within = layers.filter((other) => other.name.startsWith(`${name}/`));
  return [`${name}/**`, ...within.map((other) => `!${other.name}/**`), `!${name}/*.config.ts`];
}

/** Every pattern of a layer; a folder of which no part is allowed is named as a whole. */
function groupOf(layer: Layer): string[] {
  const parts = forbiddenParts(layer);
  const isWhole = (top: string) =>
    top !== topOf(layer.name) && layers.every(({ name }) => topOf(name) !== top || parts.includes(name));
  const folders = new Set(parts.map((part) => (topOf(part) !== 'shared' && isWhole(topOf(part)) ? topOf(part) : part)));
  return [...[...folders].flatMap((part) => patternsOf(part, layer)), ...forbiddenPackages(layer)];
}

/** The rules as a configuration that `biome.json` extends. */
export function layerRules(): object {
  return {
    $schema: './node_modules/@biomejs/biome/configuration_schema.json',
    overrides: layers.map((layer) => ({
      includes: filesOf(layer),
      linter: {
        rules: {
          style: {
            noRestrictedImports: {
              level: 'error',
              options: {
                patterns: [{ group: groupOf(layer), message: layer.because }],
              },
            },
          },
        },
      },
    })),
  };
}
