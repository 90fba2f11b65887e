import { describe, expect, it } from 'vitest';
import { noNote } from '../../../../web/notes/lib/scope.ts';
import { targetsWithNotes } from '../../../../web/notes/lib/targets-with-notes.ts';

const note = (content: string) => ({ ...noNote, content });
const target = (target_id: string, content: string, metrics: Record<string, string> = {}) => ({
  target_id,
  note: note(content),
  comments: [],
  comment_count: 0,
  metric_notes: Object.fromEntries(Object.entries(metrics).map(([key, text]) => [key, note(text)])),
});

describe('noted targets', () => {
  it('noted targets are those with a text, of each layer, with a line of it; a cleared note is none', () => {
    const { qubit, coupling } = targetsWithNotes({
      qubits: [target('1', 'warm\nsecond'), target('2', '', { t1: 'old' }), target('3', '', { t1: '' })],
      couplings: [{ ...target('0-1', 'leaks', { cz: 'x' }), comment_count: 30 }],
    });
    expect([...qubit]).toEqual([
      ['1', 'warm'],
      ['2', '1 metric note'],
    ]);
    expect([...coupling]).toEqual([['0-1', 'leaks · 30 comments · 1 metric note']]);
    expect(targetsWithNotes(undefined).qubit.size).toBe(0);
  });
});
