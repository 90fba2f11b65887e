import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const site = resolve(import.meta.dirname, '../../../dist/web');
const manifestFile = join(site, 'assets/manifest.json');

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>;

/** The files that a browser must have before it runs one: itself and what it imports. */
function filesBefore(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
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
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(pages));
    const files = new Set<string>();
    for (const page of ['index.html', ...pages]) filesBefore(manifest, page, files);
    return [...files].filter((file) => file.endsWith('.js'));
  };
  const sizeOf = (...pages: string[]): number =>
    scriptsOf(...pages).reduce((sum, file) => sum + gzipSync(source(file)).length, 0);

  it('the login loads at most 110 KB of gzipped JavaScript', () => {
    expect(sizeOf('login.tsx')).toBeLessThanOrEqual(110 * 1024);
  });

  for (const [what, page, most, mostFiles] of [
    ['page where a login lands', 'pages/runs/runs-page.tsx', 155, 20],
    ['overview of a chip', 'pages/chip/chip-page.tsx', 156, 20],
    ['dashboard', 'pages/dashboard/dashboard-page.tsx', 195, 36],
  ] as const)
    it(`the ${what} loads at most ${most} KB of gzipped JavaScript in ${mostFiles} files`, () => {
      expect(sizeOf('app.tsx', page)).toBeLessThanOrEqual(most * 1024);
      expect(scriptsOf('app.tsx', page).length).toBeLessThanOrEqual(mostFiles);
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
