import { describe, expect, test } from 'vitest';
import { createRouter, type NamedRoute } from '#shared/api/router.ts';
import { routeKey, routeList } from '#shared/api/routes.ts';

const router = createRouter(routeList);

describe('the router', () => {
  test.each(routeList.map((route) => [routeKey(route), route] as const))(
    'the route %s finds its own operation',
    (key, route) => {
      const names = [...route.path.matchAll(/\{(.+?)\}/g)].map((match) => match[1] ?? '');
      const path = route.path.replace(/\{(.+?)\}/g, 'value-of-$1');
      const match = router.match(route.method, path);
      expect(match?.routeKey).toBe(key);
      expect(match?.route.operationId).toBe(route.operationId);
      expect(match?.pathParameters).toEqual(Object.fromEntries(names.map((name) => [name, `value-of-${name}`])));
    },
  );

  test('literal segments of a route take precedence over parameters, in any order of the routes', () => {
    const paths = ['/a/{x}', '/a/b', '/{y}/b', '/a/{x}/c', '/a/b/{z}'] as const;
    const routes = paths.map(
      (path): NamedRoute => ({ operationId: 'getHealth', method: 'GET', path, group: 'system', auth: 'none' }),
    );
    for (const list of [routes, routes.toReversed()]) {
      const keyOf = (path: string) => createRouter(list).match('GET', path)?.route.path;
      expect(keyOf('/a/b')).toBe('/a/b');
      expect(keyOf('/a/q')).toBe('/a/{x}');
      expect(keyOf('/q/b')).toBe('/{y}/b');
      expect(keyOf('/a/b/c')).toBe('/a/b/{z}');
      expect(keyOf('/a/q/c')).toBe('/a/{x}/c');
    }
  });

  test.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['GET', '/chips/'],
    ['GET', '//chips'],
    ['GET', '/chips//qubits'],
    ['DELETE', '/chips'],
    ['get', '/chips'],
  ])('%s %s has no route', (method, path) => {
    expect(router.match(method, path)).toBeUndefined();
  });

  test('an encoded slash in a path stays inside its segment', () => {
    expect(router.match('GET', '/chips/a%2Fb')?.pathParameters).toEqual({ chip_id: 'a/b' });
  });

  test('the router names the methods of a path', () => {
    expect(router.methodsAt('/chips/X')).toEqual(['GET', 'PUT', 'PATCH', 'DELETE']);
    expect(router.methodsAt('/nothing')).toEqual([]);
  });
});
