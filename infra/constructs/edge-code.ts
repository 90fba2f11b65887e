import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transformSync } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

/** Source files that run before a CloudFront function's own code. */
const preludes: Record<string, readonly string[]> = { 'page-paths': ['shared/kernel/link-preview.ts'] };

/** Returns a file as a script: without types, comments and exports. */
const asScript = (file: string) =>
  transformSync(read(file), { loader: 'ts', target: 'es2016', minifyWhitespace: true }).code.replaceAll(
    'export function',
    'function',
  );

/**
 * Returns the script of a CloudFront function by its file name in `infra/edge`. CloudFront accepts one file without
 * imports.
 */
export const edgeCode = (name: string): string =>
  [...(preludes[name] ?? []).map(asScript), read(`infra/edge/${name}.js`)].join('\n');
