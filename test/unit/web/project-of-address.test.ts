import { describe, expect, it } from 'vitest';
import { namesSomething, projectOfAddress, slugOf } from '../../../web/projects/lib/project-of-address.ts';
import { thingOf } from '../../../web/projects/lib/things.ts';
import type { Project } from '../../../web/ui/lib/api/wire.ts';

const project = (id: string, name = id, deletedAt: string | null = null) =>
  ({ project_id: id, name, deleted_at: deletedAt }) as Project;
const gone = project('gone', 'Gone', '2026-01-01T00:00:00.000Z');
const own = [project('a', 'Lab 2, Zürich'), project('b', 'Fridge'), project('c', 'fridge!'), gone];
const find = (address: string, projects = own, last: string | undefined = 'b') => {
  const found = projectOfAddress(address, projects, { last, default: 'a' });
  if (found === undefined) return undefined;
  return 'projectId' in found ? found.projectId : found.choices.map(({ project_id }) => project_id);
};

describe('the project of an address', () => {
  it('an id leads to its project, a name in words to the only project of that name, and two of one name are a choice', () => {
    expect(find('/p/c/chips')).toBe('c');
    expect(find('/p/lab-2-zurich/chips')).toBe('a');
    expect(find('/p/Lab%202,%20Z%C3%BCrich')).toBe('a');
    expect(find('/p/fridge/execution')).toEqual(['b', 'c']);
  });

  it('a project that is not the own one, or was deleted, leads nowhere', () => {
    for (const address of ['/p/other/chips', '/p/gone/chips', '/p/---/chips']) expect(find(address)).toBeUndefined();
    expect(find('/p/other/chips', [project('a')])).toBeUndefined();
  });

  it('every address without a project leads a person with one project there', () => {
    for (const address of ['/', '/chips/x', '/execution/1?y=2']) expect(find(address, [project('a'), gone])).toBe('a');
    expect(find('/chips/x', [gone])).toBeUndefined();
  });

  it('an address that names nothing leads to the project of last time, else the default one, else the first', () => {
    for (const address of ['/', '/inbox?show=unread', '/settings', '/projects', '/execution', '/chips'])
      expect(find(address)).toBe('b');
    expect(find('/', own, 'gone')).toBe('a');
    expect(projectOfAddress('/', own.slice(1), { last: undefined, default: null })).toEqual({ projectId: 'b' });
  });

  it('what this browser remembers is not a proof for an address that names something', () => {
    for (const address of ['/chips/x', '/execution/1', '/dashboard?chip=x', '/execution?status=failed', '/tasks?q=1'])
      expect(find(address)).toEqual(['a', 'b', 'c']);
  });

  it('the page of a project leads to that project', () => {
    expect(find('/projects/c/webhooks/1')).toBe('c');
    expect(find('/projects/other')).toBe('b');
  });

  it('names become parts of addresses without accents and signs', () => {
    expect(['Lab 2, Zürich', 'fridge!', '量子 ラボ', '!?'].map(slugOf)).toEqual([
      'lab-2-zurich',
      'fridge',
      '量子-ラボ',
      '',
    ]);
    expect(['/chips', '/chips/', '/chips#x', '/projects/x'].map(namesSomething)).toEqual(Array(4).fill(false));
  });

  it('what an address names is looked for by its page, or by the chip of its filter', () => {
    expect(thingOf('/chips/square%20%231/values?chip=z')).toEqual({ kind: 'chip', id: 'square #1' });
    expect(thingOf('/execution/20250301-001#x')).toEqual({ kind: 'run', id: '20250301-001' });
    expect(thingOf('/dashboard?chip=torino')).toEqual({ kind: 'chip', id: 'torino' });
    // A doubled slash does not make a host.
    expect(thingOf('//host/chips/square')).toBeUndefined();
    expect(thingOf('//?chip=torino')).toEqual({ kind: 'chip', id: 'torino' });
    for (const page of ['//', '/compare?left=1', '/discussions/new', '/constructor/x'])
      expect(thingOf(page)).toBeUndefined();
  });
});
