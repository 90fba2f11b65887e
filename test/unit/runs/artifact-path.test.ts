import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artifactPath, contentTypeOf, packKey, parseArtifactPath } from '#shared/runs/rules/artifact-path.ts';

const part = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
  fc.constantFrom('.', '..', '...', 'a/b', '%2F', '\\', '~', 'a b', '#', '\u0000', '%'),
);
const ref = fc.record({
  kind: fc.constantFrom<'figures' | 'raw'>('figures', 'raw'),
  projectId: part,
  flowRunId: part,
  pack: part,
  entry: part,
});

describe('the path of a file', () => {
  it('the path of a file is read back as what it names', () => {
    fc.assert(
      fc.property(ref, (named) => {
        expect(parseArtifactPath(artifactPath(named))).toEqual(named);
      }),
    );
  });

  it('the path of a file leads nowhere but below its kind and project, whatever it names', () => {
    fc.assert(
      fc.property(ref, (named) => {
        const segments = packKey(named).split('/');
        expect(segments).toHaveLength(4);
        for (const segment of segments) expect(segment).toMatch(/^[^/\\\0]*[^./\\\0][^/\\\0]*$/);
      }),
    );
  });

  it.each([
    '',
    '/etc/passwd',
    'figures/p/run/pack',
    'figures/p/run/pack/',
    'figures/p/run/pack/a/b',
    'figures/../run/pack/a.svg',
    'figures/p/../../a.svg',
    'figures/p/run/%2e%2e/a.svg',
    'figures/p/run/pack/%zz',
    'figures/p/run/pack/a%2fb.svg',
    'other/p/run/pack/a.svg',
    'figures//run/pack/a.svg',
  ])('the path of a file is not %j', (text) => {
    expect(parseArtifactPath(text)).toBeUndefined();
  });

  it('the path of a file tells the content type by its ending', () => {
    expect(['a.SVG', 'a.png', 'a.json', 'a.csv', 'a.html', 'svg'].map(contentTypeOf)).toEqual([
      'image/svg+xml',
      'image/png',
      'application/json',
      'text/csv',
      'application/octet-stream',
      'image/svg+xml',
    ]);
  });
});
