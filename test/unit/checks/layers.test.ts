import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { forbiddenPackages, forbiddenParts, type Layer, layerRules, layers } from '#scripts/checks/lib/layers.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const written = readFileSync(join(projectRoot, 'biome.layers.json'), 'utf8');

/** A file of a layer or part. */
const fileIn = (part: string, name = 'x') =>
  part.endsWith('*.ts') ? part.replace('*', name) : part.endsWith('.ts') ? part : `${part}/${name}.ts`;
const packageIn = (pattern: string) => pattern.replace(/\*+$/, 'x');

/** A file deep in a layer and one right in it: relative imports of both climb differently. */
const places = ({ name }: Layer): string[] =>
  name.endsWith('.ts') || name === 'worker/client' ? [fileIn(name, 'y')] : [fileIn(name, 'y'), `${name}/deep/er/y.ts`];
const specifiers = (from: string, part: string) => {
  const file = fileIn(part);
  const path = relative(dirname(from), file);
  return [`#${file}`, path.startsWith('.') ? path : `./${path}`];
};
const forbiddenImports = (layer: Layer, from: string) => [
  ...forbiddenParts(layer).flatMap((part) => specifiers(from, part)),
  ...forbiddenPackages(layer).map(packageIn),
];
const allowedImports = (layer: Layer, from: string) =>
  [...layer.imports, layer.name].flatMap((part) => specifiers(from, part));

/** The specifiers that Biome refuses, by file; one process for all files. */
function refused(files: Record<string, string[]>): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-layers-'));
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ extends: ['./biome.layers.json'] }));
    copyFileSync(join(projectRoot, 'biome.layers.json'), join(folder, 'biome.layers.json'));
    for (const [file, imports] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), imports.map((specifier) => `import '${specifier}';\n`).join(''));
    }
    const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
    const biome = spawnSync(join(projectRoot, 'node_modules/.bin/biome'), args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
    return byFile(JSON.parse(biome.stdout), files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Report {
  diagnostics: { location: { path: string; start: { line: number } } }[];
}

function byFile({ diagnostics }: Report, files: Record<string, string[]>): Map<string, string[]> {
  const found = new Map(Object.keys(files).map((file) => [file, [] as string[]]));
  for (const { location } of diagnostics)
    found.get(location.path)?.push(files[location.path]?.[location.start.line - 1] ?? '');
  return found;
}

let refusedOf: Record<'forbidden' | 'allowed', Map<string, string[]>>;
beforeAll(() => {
  refusedOf = { forbidden: refused(wanted), allowed: refused(all(allowedImports)) };
});

test('the configuration of Biome is the one that follows from the list of layers: npm run layers', () => {
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(layerRules())));
});

const all = (importsOf: (layer: Layer, from: string) => string[]) =>
  Object.fromEntries(layers.flatMap((layer) => places(layer).map((file) => [file, importsOf(layer, file)])));
const wanted = all(forbiddenImports);

describe.each(layers)('the layer $name', (layer) => {
  test.each(places(layer))(`the layer ${layer.name} is refused every import that it must not have, in %s`, (file) => {
    expect(refusedOf.forbidden.get(file)?.toSorted()).toEqual(wanted[file]?.toSorted());
  });

  test.each(places(layer))(`the layer ${layer.name} is left the imports that it may have, in %s`, (file) => {
    expect(refusedOf.allowed.get(file)).toEqual([]);
  });
});
