import { expect, it } from 'vitest';
import { shownProjects } from '../../../web/people/lib/shown-projects.ts';

const project = (name: string, more: object = {}) => ({ name, status: 'active', deleted_at: null, ...more });

it('the row of a person names two projects and counts the others', () => {
  expect(shownProjects([])).toEqual({ named: [], more: 0 });
  expect(shownProjects([project('a'), project('b')])).toEqual({ named: ['a', 'b'], more: 0 });
  expect(shownProjects(['a', 'b', 'c', 'd'].map((name) => project(name)))).toEqual({ named: ['a', 'b'], more: 2 });
});

it('the row of a person says where they are only invited, and leaves out projects that were deleted', () => {
  const deleted = project('old', { deleted_at: '2026-01-01T00:00:00.000Z' });
  expect(shownProjects([deleted, project('new', { status: 'pending' })])).toEqual({
    named: ['new (invited)'],
    more: 0,
  });
});
