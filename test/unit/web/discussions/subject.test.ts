import { describe, expect, it } from 'vitest';
import { type AboutSearch, aboutSearch, discussionsSearch } from '../../../../web/discussions/lib/addresses.ts';
import { listQueryOf } from '../../../../web/discussions/lib/search.ts';
import { aboutOf, aboutText, categoryOf, destinationOf, subjectsOf } from '../../../../web/discussions/lib/subject.ts';
import type { Thread } from '../../../../web/ui/lib/api/wire.ts';

const nothing = { chip_id: null, target_type: null, target_id: null, metric_key: null };
const none = { ...nothing, task_id: null, task_name: null, execution_id: null, cooldown_id: null };
const qubit = { chip_id: 'c', target_type: 'qubit', target_id: '3' };
const subject = (given: Partial<Thread['subjects'][number]> & { type: string }) => ({ ...none, ...given });

describe('what a discussion is about', () => {
  it.each<[AboutSearch, object[], string]>([
    [{ task: 't', chip: 'c' }, [{ type: 'task_result', task_id: 't' }], 'a task'],
    [{ run: 'r' }, [{ type: 'execution', execution_id: 'r' }], 'run r'],
    [{ cooldown: 'cd' }, [{ type: 'cooldown', cooldown_id: 'cd' }], 'cool-down cd'],
    [{ chip: 'c' }, [{ type: 'chip', chip_id: 'c' }], 'chip c'],
    [{ chip: 'c', kind: 'qubit', target: '3' }, [{ type: 'qubit', chip_id: 'c', target_id: '3' }], 'Q3 of c'],
    [{ chip: 'c', metric: 't1' }, [{ type: 'metric', chip_id: 'c', metric_key: 't1' }], 't1 of chip c'],
    [{}, [], 'chip undefined'],
  ])('the form of %j sends %j', (about, subjects, words) => {
    expect(subjectsOf(about)).toEqual(subjects);
    expect(aboutSearch({ ...about })).toMatchObject(about);
    if (subjects.length > 0) expect(aboutText(about)).toBe(words);
  });

  it('a metric of a target names both, and the likely category is that of the target', () => {
    const about: AboutSearch = { chip: 'c', kind: 'coupling', target: '0-1', metric: 'cz_gate_fidelity' };
    expect(subjectsOf(about)).toEqual([
      { type: 'metric', chip_id: 'c', metric_key: 'cz_gate_fidelity', target_type: 'coupling', target_id: '0-1' },
    ]);
    expect([categoryOf(about), categoryOf({ cooldown: 'cd' }), categoryOf({})]).toEqual([
      'coupling',
      'system',
      'qubit',
    ]);
  });

  it.each([
    [
      { type: 'task_result', task_id: 't', task_name: 'CheckT1', execution_id: 'r', ...qubit },
      'CheckT1 on Q3',
      '/tasks/$taskId',
    ],
    [{ type: 'execution', execution_id: 'r', chip_id: 'c' }, 'run r', '/execution/$executionId'],
    [{ type: 'qubit', ...qubit }, 'Q3 of c', '/chips/$chipId/qubits/$target'],
    [
      { type: 'coupling', chip_id: 'c', target_type: 'coupling', target_id: '0-1' },
      '0-1 of c',
      '/chips/$chipId/couplings/$target',
    ],
    [{ type: 'metric', metric_key: 't1', ...qubit }, 't1 of Q3 of c', '/chips/$chipId/qubits/$target'],
    [{ type: 'chip', chip_id: 'c' }, 'chip c', '/chips/$chipId'],
    [{ type: 'cooldown', cooldown_id: 'cd' }, 'cool-down cd', '/cryo'],
  ])('the subject %j is called %s and shown at %s', (given, words, to) => {
    expect(aboutText(aboutOf(subject(given)))).toBe(words);
    expect(destinationOf(subject(given)).to).toBe(to);
  });
});

describe('the list of discussions', () => {
  it('the address of a list keeps what it knows, and what makes no sense is not asked for', () => {
    const search = discussionsSearch({ status: 'shut', chip: 'c', page: '3', label: '', other: 'x' });
    expect(search).toEqual({ status: 'shut', chip: 'c', page: 3 });
    expect(listQueryOf(search)).toEqual({ chip_id: 'c', status: 'unresolved', skip: 40, limit: 20 });
  });

  it('a list without a status asks for what is not closed, page by page', () => {
    expect(listQueryOf({ chip: 'c', page: 3 })).toEqual({ chip_id: 'c', status: 'unresolved', skip: 40, limit: 20 });
    expect(listQueryOf({ status: 'all', author: 'ada' })).toMatchObject({ status: 'all', author: 'ada', skip: 0 });
  });
});
