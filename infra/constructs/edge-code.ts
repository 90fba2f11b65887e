import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transformSync } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

/** Files that a function of CloudFront runs before its own. */
const preludes: Record<string, readonly string[]> = { 'page-paths': ['shared/link-preview.ts'] };

/** A file as a script: without types, comments and exports. */
const asScript = (file: string) =>
  transformSync(read(file), { loader: 'ts', target: 'es2016', minifyWhitespace: true }).code.replaceAll(
    'export function',
    'function',
  );

/** The script of a function of CloudFront, named by its file of `infra/edge`: one file without imports, as CloudFront takes it. */
export const edgeCode = (name: string): string =>
  [...(preludes[name] ?? []).map(asScript), read(`infra/edge/${name}.js`)].join('\n');
