import { describe, expect, it } from 'vitest';
import { needsProject, pageAddress, projectAddress, splitAddress } from '#shared/kernel/rules/page-address.ts';

describe('addresses of pages', () => {
  it('a link in a message has its project, but of pages that need none or name it', () => {
    for (const path of [
      '/chips/torino/qubits/3',
      '/dashboard?chip=torino',
      '/execution/20250301-001',
      '/discussions/1',
    ])
      expect(pageAddress('p-1', path)).toBe(`/p/p-1${path}`);
    for (const path of ['/', '/projects', '/projects/p-2', '/projects?x=1', '/inbox', '/settings#tokens', '/admin'])
      expect(pageAddress('p-1', path)).toBe(path);
    expect(needsProject('/projectsx')).toBe(true);
  });

  it('an address is split into its project and the path of its page, whatever follows', () => {
    const path = '/chips/square%20%231/values?as_of=2025-01-01#t1';
    expect(splitAddress(projectAddress('a/b c', path))).toEqual({ project: 'a/b c', prefix: '/p/a%2Fb%20c', path });
    expect(splitAddress(path)).toEqual({ project: undefined, prefix: '', path });
    expect(splitAddress('/p/lab')).toEqual({ project: 'lab', prefix: '/p/lab', path: '/' });
    expect(splitAddress('/p/lab?x=1')).toEqual({ project: 'lab', prefix: '/p/lab', path: '/?x=1' });
    expect(splitAddress('/p/%E0%A4%A/chips').project).toBe('%E0%A4%A');
    for (const other of ['/', '/p', '/p/', '/pages/x', '/chips/p/x'])
      expect(splitAddress(other)).toEqual({ project: undefined, prefix: '', path: other });
  });
});
