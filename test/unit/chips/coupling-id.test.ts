import { describe, expect, it } from 'vitest';
import {
  compareQids,
  couplingId,
  reverseCouplingId,
  splitCouplingId,
  undirectedCouplingId,
} from '#shared/chips/rules/coupling-id.ts';

describe('order of qids', () => {
  it('qids are ordered with numbers first, by number, and the rest by code unit', () => {
    const qids = ['Q2', '10', 'Q10', '9', '010', '-1', '123456789012345678901', '123456789012345678900'];
    expect(qids.sort(compareQids)).toEqual([
      '9',
      '10',
      '123456789012345678900',
      '123456789012345678901',
      '-1',
      '010',
      'Q10',
      'Q2',
    ]);
  });
});

describe('coupling ids', () => {
  it('coupling ids name an undirected edge by its smaller qid first', () => {
    expect(undirectedCouplingId('10', '9')).toBe('9-10');
    expect(couplingId('10', '9', false)).toBe('9-10');
  });

  it('coupling ids keep control before target on a directed edge', () => {
    expect(couplingId('10', '9', true)).toBe('10-9');
  });

  it('coupling ids are found reversed', () => {
    expect(reverseCouplingId('0-1')).toBe('1-0');
    expect(reverseCouplingId('0')).toBeUndefined();
  });

  it('an ambiguous coupling id has every reading, and one where the qids are known', () => {
    expect(splitCouplingId('a-b-c')).toEqual([
      ['a', 'b-c'],
      ['a-b', 'c'],
    ]);
    expect(splitCouplingId('a-b-c', new Set(['a-b', 'c']))).toEqual([['a-b', 'c']]);
    expect(reverseCouplingId('a-b-c')).toBeUndefined();
    expect(reverseCouplingId('a-b-c', new Set(['a-b', 'c']))).toBe('c-a-b');
  });

  it('a text that is too long to be two qids is not split', () => {
    const qid = '𝒬'.repeat(64);
    expect(splitCouplingId(`${qid}-${qid}`)).toEqual([[qid, qid]]);
    expect(splitCouplingId(`${qid}-${qid}x`)).toEqual([]);
    expect(splitCouplingId('-'.repeat(1000))).toEqual([]);
  });

  it.each(['', '-', '0', '0-', '-0'])('%j is not split as a coupling id', (id) => {
    expect(splitCouplingId(id)).toEqual([]);
  });
});
