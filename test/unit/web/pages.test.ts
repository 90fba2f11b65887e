import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages, patternAt } from '../../../web/pages.ts';

describe('the pages of the application by their paths', () => {
  it('every path of the router that has a page is loaded together with the application', () => {
    const router = readFileSync('web/router.tsx', 'utf8');
    const paths = [...router.matchAll(/ page(?:WithSearch)?\('([^']+)'/g)].map(([, path]) => path);
    expect(Object.keys(pages).sort()).toEqual(paths.sort());
  });

  it('an address leads to its page with and without its project, and fixed steps come before parameters', () => {
    for (const [address, pattern] of [
      ['/chips/torino', '/chips/$chipId'],
      ['/p/3f2b9d1e-0000-4000-8000-000000000000/chips/torino', '/chips/$chipId'],
      ['/p/lab/discussions/new', '/discussions/new'],
      ['/discussions/12', '/discussions/$postId'],
      ['/chips/torino/couplings/0-1', '/chips/$chipId/couplings/$target'],
      ['/nowhere', undefined],
      ['/', undefined],
    ])
      expect(patternAt(address ?? '')).toBe(pattern);
  });
});
