import { describe, expect, it } from 'vitest';
import { byGroup, functionUnits } from '#infra/function-units.ts';
import { groups, routeList } from '#shared/api/routes.ts';
import { groupWrites } from '#test/support/stack/group-writes.ts';

describe('functions of the API', () => {
  it('functions of the API are one a group, which together serve every operation once', () => {
    const units = functionUnits();
    expect(units.map((unit) => unit.name)).toEqual(groups);
    const served = units.flatMap((unit) => unit.routes.map((route) => route.operationId));
    expect(served.toSorted()).toEqual(routeList.map((route) => route.operationId).toSorted());
  });

  it('a function of the API writes exactly where its group has an operation that is not a GET', () => {
    for (const unit of functionUnits()) expect([unit.name, unit.writes]).toEqual([unit.name, groupWrites(unit.group)]);
  });

  it('a function split off by operation runs its group and only has the rights of its own operations', () => {
    const units = functionUnits((route) => (route.operationId === 'listChips' ? 'chip-list' : byGroup(route)));
    const split = units.find((unit) => unit.name === 'chip-list');
    expect(split).toMatchObject({ group: 'chips', writes: false, notesAccess: true, readsSecret: false });
    expect(split?.routes.map((route) => route.operationId)).toEqual(['listChips']);
    const rest = units.find((unit) => unit.name === 'chips');
    expect(rest?.writes).toBe(true);
    expect(rest?.routes.map((route) => route.operationId)).not.toContain('listChips');
  });

  it('a function cannot mix two groups, because one function runs one bundle', () => {
    expect(() => functionUnits(() => 'everything')).toThrow("function 'everything' mixes groups: system, auth");
  });
});
