import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const site = resolve(import.meta.dirname, '../../../dist/web');
const manifestFile = join(site, 'assets/manifest.json');

type Manifest = Record<string, { file: string; name?: string; isEntry?: boolean; imports?: string[] }>;

/** The chunk of a module that has none of its own (`web/chunks.ts`). */
const groupOf = (key: string): string | undefined =>
  key === 'app.tsx' ? 'app' : key.startsWith('chips/pages/chip/') ? 'overview' : undefined;

/** The files that a browser must have before it runs one: itself and what it imports. */
function filesBefore(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === groupOf(key));
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesBefore(manifest, imported, seen);
  return seen;
}

const source = (file: string) => readFileSync(join(site, file));

const missing = existsSync(manifestFile) ? '' : 'not built: npm run build:web';

describe.skipIf(missing)(`the built web application${missing && ` (skipped: ${missing})`}`, () => {
  const manifest: Manifest = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};

  const scriptsOf = (...pages: string[]): string[] => {
    const files = new Set<string>();
    for (const page of ['index.html', ...pages]) {
      filesBefore(manifest, page, files);
      expect(manifest[page] ?? groupOf(page), page).toBeDefined();
    }
    return [...files].filter((file) => file.endsWith('.js'));
  };
  const sizeOf = (...pages: string[]): number =>
    scriptsOf(...pages).reduce((sum, file) => sum + gzipSync(source(file)).length, 0);

  it('the login loads at most 110 KB of gzipped JavaScript', () => {
    expect(sizeOf('login.tsx')).toBeLessThanOrEqual(110 * 1024);
  });

  /** What the overview of a chip with values draws at once, with the parts that it loads on demand. */
  const overview = [
    ...[
      'chip-page',
      'overview/metric-table',
      'overview/median-curve',
      'overview/runs-block',
      'overview/present-answer',
    ],
  ].map((name) => `chips/pages/chip/${name}.tsx`);

  it('the overview of a chip loads at most 158 KB of gzipped JavaScript in 7 files, of which browsers get 150 KB by Brotli', () => {
    expect(sizeOf('app.tsx', ...overview)).toBeLessThanOrEqual(158 * 1024);
    const sent = scriptsOf('app.tsx', ...overview).map((file) => brotliCompressSync(source(file)).length);
    expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(150 * 1024);
    expect(scriptsOf('app.tsx', ...overview).length).toBeLessThanOrEqual(7);
  });

  it('every other page loads at most 210 KB of gzipped JavaScript in 25 files before it is drawn', () => {
    const source = readFileSync(resolve(site, '../../web/pages.ts'), 'utf8');
    const files = [...source.matchAll(/import\('\.\/([a-z]+\/pages\/[^']+)'\)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(30);
    const sizes = files.map((file) => [file, sizeOf('app.tsx', file)] as const);
    expect(sizes.filter(([, size]) => size > 210 * 1024)).toEqual([]);
    const counts = files.map((file) => [file, scriptsOf('app.tsx', file).length] as const);
    expect(counts.filter(([, count]) => count > 25)).toEqual([]);
  });

  it('the web application ships no schema library: only the types of the contract reach it', () => {
    for (const { file } of Object.values(manifest))
      if (file.endsWith('.js')) expect(source(file).toString()).not.toMatch(/ZodError|\$ZodType/);
  });

  it('pages have no inline scripts and styles, which the content security policy refuses', () => {
    for (const page of ['index.html', 'docs/index.html']) {
      const html = source(page).toString();
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
      expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    }
  });
});
