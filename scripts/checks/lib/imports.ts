import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Import } from './layers.ts';

/** Resolves our own specifiers to a path from the project's root; returns a package's specifier unchanged. */
function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (!specifier.startsWith('.')) return specifier;
  return posix.join(posix.dirname(from), specifier.split('?')[0] ?? specifier);
}

/** Returns every import and re-export of a source file: values and types, static and dynamic with a literal. */
export function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text);
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`);
  const quoted = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end));
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...quoted.flatMap((literal) => /^(['"])(.*)\1$/.exec(literal)?.[2] ?? []),
  ];
  return [...new Set(specifiers)].map((specifier) => ({ from, to: target(from, specifier) }));
}
