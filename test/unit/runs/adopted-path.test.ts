import { describe, expect, test } from 'vitest';
import { adoptedPath, isArchivedPath, parseAdoptedPath } from '#shared/runs/rules/artifact-path.ts';

const of = { kind: 'figures', projectId: 'p' } as const;

describe('the path of a file that an import adopted', () => {
  test('an adopted path names one object of the project, whatever folders it has', () => {
    const ref = parseAdoptedPath('/app/calib_data/anna/20260301/000/fig/CheckT1_0_0.png', of);
    expect(ref?.entry).toBe('CheckT1_0_0.png');
    const key = ref && adoptedPath(ref);
    expect(key).toBe('figures/p/adopted/%2Fapp%2Fcalib_data%2Fanna%2F20260301%2F000%2Ffig%2FCheckT1_0_0.png');
    expect(isArchivedPath('p', key ?? '')).toBe(true);
  });

  test('an adopted path cannot leave the folder of its project', () => {
    for (const path of ['/../../other/adopted/x.png', '/..', '/%2E%2E/x', '/a/\0/b'])
      for (const key of [adoptedPath({ ...of, path })].filter((one) => one !== undefined))
        expect(key).toMatch(/^figures\/p\/adopted\/[^/]+$/);
  });

  test.each(['app/x.png', '', 'figures/p/run/pack/x.svg', '/app/folder/', '/\ud800'])(
    'the text %j is not an adopted path',
    (path) => {
      expect(parseAdoptedPath(path, of)).toBeUndefined();
    },
  );

  test('an adopted path of more bytes than a name of a file may have names no object', () => {
    expect(adoptedPath({ ...of, path: `/${'x'.repeat(252)}` })).toBeDefined();
    expect(adoptedPath({ ...of, path: `/${'x'.repeat(253)}` })).toBeUndefined();
  });
});
