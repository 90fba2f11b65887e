import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPath } from '#shared/api/client.ts';
import { createRouter } from '#shared/api/router.ts';
import { routeList } from '#shared/api/routes.ts';

const router = createRouter(routeList);
/** Ids that a URL can carry: a lone surrogate has no encoding, and `.` and `..` are steps. */
const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text !== '.' && text !== '..');

describe('a path that the client builds', () => {
  it('a path that the client builds selects its own operation with the ids that went in, whatever they contain', () => {
    fc.assert(
      fc.property(fc.constantFrom(...routeList), fc.array(id, { minLength: 3, maxLength: 3 }), (route, ids) => {
        const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
        const params = Object.fromEntries(names.map((name, index) => [name, ids[index] ?? '']));
        const match = router.match(route.method, buildPath(route.operationId, params));
        // A chip named 'import' and the like: a literal route takes precedence over a parameter.
        const shadowed = routeList.some((other) => other.method === route.method && other.path === `/${ids.join('/')}`);
        if (shadowed) return;
        expect(match?.route.operationId).toBe(route.operationId);
        expect(match?.pathParameters).toEqual(params);
      }),
    );
  });

  it('a path that the client builds carries every query value, lists item by item, and leaves out what is undefined', () => {
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean());
    const query = fc.dictionary(
      fc.stringMatching(/^[a-z_]{1,8}$/),
      fc.oneof(value, fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }), fc.constant(undefined)),
    );
    fc.assert(
      fc.property(query, (values) => {
        const path = buildPath('listChips', {}, values);
        const read = [...new URL(path, 'http://host').searchParams];
        const sent = Object.entries(values).flatMap(([name, item]) =>
          (Array.isArray(item) ? item : [item]).flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
        );
        expect(read).toEqual(sent);
      }),
    );
  });

  it('a path that the client builds is refused where a parameter is missing', () => {
    expect(() => buildPath('getChip')).toThrow('getChip needs the path parameter chip_id');
  });
});
