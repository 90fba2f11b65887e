import { expect, it } from 'vitest';
import { isOffered } from '#shared/api/offered.ts';
import { operations } from '#shared/api/registry.ts';
import { type OperationId, type Route, routeList, routes } from '#shared/api/routes.ts';
import { laterOperations, served } from '#test/clients/compatibility.ts';
import { callers } from './callers.ts';

/** Operations that nothing of this project calls, each with the reason why it is offered. */
const uncalled: Readonly<Partial<Record<OperationId, string>>> = {
  getOpenApiDocument: 'generators of clients read it, and the page of the reference',
};

/** Operations of QDash that its pages call and its published clients do not. */
const ofPages: readonly OperationId[] = ['createForumImage', 'getForumImage', 'createIssueImage', 'getIssueImage'];

const ids = routeList.map(({ operationId }) => operationId);
const called = callers();

it('nothing of this project calls an operation that is for clients of QDash', () => {
  const wrong = ids.filter((id) => !isOffered(id) && called.has(id));
  expect(wrong.map((id) => `${id}: ${called.get(id)?.join(', ')}`)).toEqual([]);
});

it('every operation that is not for clients of QDash has a caller, is deprecated, or has a reason to be there', () => {
  const deprecated = new Set(operations.filter((one) => one.deprecated).map(({ operationId }) => operationId));
  const lonely = ids.filter((id) => isOffered(id) && !called.has(id) && !deprecated.has(id));
  expect(lonely.toSorted()).toEqual(Object.keys(uncalled).toSorted());
});

it('an operation for clients of QDash is called by one of them, and names operations that are offered in its place', () => {
  const ofClients = new Set<string | undefined>([
    ...(['python', 'typescript'] as const).flatMap(served).map(({ operationId }) => operationId),
    ...laterOperations,
    ...ofPages,
  ]);
  const kept = ids.filter((id) => !isOffered(id));
  expect(kept.filter((id) => !ofClients.has(id))).toEqual([]);
  const others = kept.flatMap((id) => (routes[id] as Route).instead ?? []);
  expect(others.filter((id) => !ids.includes(id as OperationId) || !isOffered(id as OperationId))).toEqual([]);
});

it('callers are found in the pages, the command line, the workers, the Python package and the examples', () => {
  const folders = new Set([...called.values()].flat().map((file) => file.split('/')[0]));
  expect([...folders].toSorted()).toEqual(['cli', 'examples', 'local', 'python', 'scripts', 'web', 'worker']);
  expect(called.get('getRunContext')).toContain('python/src/fiducial_lab/claimed.py');
  expect(called.get('beginPastRun')).toContain('python/src/fiducial_lab/push.py');
});
