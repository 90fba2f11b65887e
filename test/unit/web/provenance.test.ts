import { describe, expect, it } from 'vitest';
import type { ParameterVersion, ProvenanceActivity, ProvenanceGraph } from '../../../web/ui/lib/api/wire.ts';
import { laterUses, sourceOf, versionsBy } from '../../../web/values/lib/metrics/provenance.ts';

const version = (id: string): ProvenanceGraph['origin'] => ({
  ...{ node_type: 'entity', node_id: id, depth: 0, activity: null, latest_version: null },
  entity: { entity_id: id } as ParameterVersion,
});
const task = (
  id: string,
  started_at: string,
  inputs: ProvenanceActivity['inputs'] = [],
): ProvenanceGraph['origin'] => ({
  ...{ node_type: 'activity', node_id: id, depth: 0, entity: null, latest_version: null },
  activity: { activity_id: id, started_at, inputs } as ProvenanceActivity,
});
const at = (depth: number, node: ProvenanceGraph['origin']) => ({ ...node, depth });
const graph = (nodes: ProvenanceGraph['nodes'], edges: string[]): ProvenanceGraph => ({
  ...{ nodes, max_depth: 5, complete: true, archived_months: [] },
  origin: nodes[0] ?? version('none'),
  edges: edges.map((text) => {
    const [source_id = '', relation, target_id = ''] = text.split(' ');
    return { relation_type: relation === 'used' ? 'used' : 'wasGeneratedBy', source_id, target_id };
  }),
});

describe('where a value came from', () => {
  it('a version has its task with each input, and of an input the version where one is known', () => {
    const inputs = [
      { parameter_name: 'a', value: 1, unit: '', entity_id: 'A' },
      { parameter_name: 'b', value: 2, unit: '', entity_id: null },
    ];
    const found = sourceOf(graph([version('V'), at(1, task('T', '1', inputs)), at(2, version('A'))], []));
    expect(found?.activity.activity_id).toBe('T');
    expect(found?.inputs.map(({ name, version: from }) => [name, from?.entity_id])).toEqual([
      ['a', 'A'],
      ['b', undefined],
    ]);
    expect(sourceOf(graph([version('V')], []))).toBeUndefined();
  });

  it('later uses are listed nearest first with what they measured, and through what where it was not the value itself', () => {
    const nodes = [version('V'), at(1, task('late', '5')), at(1, task('early', '2')), at(2, version('E'))];
    const uses = laterUses(
      graph(
        [...nodes, at(3, task('far', '1')), at(4, version('F'))],
        ['late used V', 'early used V', 'E by early', 'far used E', 'F by far'],
      ),
    );
    expect(
      uses.map(({ activity, measured, through }) => [
        activity.activity_id,
        measured.map(({ entity_id }) => entity_id),
        through.map(({ entity_id }) => entity_id),
      ]),
    ).toEqual([
      ['early', ['E'], []],
      ['late', [], []],
      ['far', ['F'], ['E']],
    ]);
  });

  it('of an instant the versions are those that were there, and the newest that counted is the current one', () => {
    const one = (entity_id: string, valid_from: string, valid_until: string | null, more = {}) =>
      ({
        ...{ entity_id, valid_from, valid_until, current: false, excluded: false, withheld: null },
        ...more,
      }) as ParameterVersion;
    const all = [
      one('D', '2026-11-04', null, { current: true }),
      one('C', '2026-11-03', null, { withheld: 'held' }),
      one('B', '2026-11-02', '2026-11-04'),
      one('A', '2026-11-01', '2026-11-02'),
    ];
    expect(
      versionsBy(all, '2026-11-03').map(({ entity_id: id, current, valid_until: until }) => [id, current, until]),
    ).toEqual([
      ['C', false, null],
      ['B', true, null],
      ['A', false, '2026-11-02'],
    ]);
    expect(versionsBy(all, '2026-10-01')).toEqual([]);
  });
});
