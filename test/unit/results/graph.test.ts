import { describe, expect, it } from 'vitest';
import { recommendedTasks } from '#compat/qdash/rules/recommended-tasks.ts';
import {
  impactOf,
  indexVersions,
  inputsUsed,
  type KnownProvenance,
  lineageOf,
  type ProvenanceGraph,
} from '#shared/results/rules/provenance/graph.ts';
import type { Activity, Version } from '#shared/results/rules/provenance/types.ts';
import { activityOf, versionOf } from './provenance-support.ts';

/*
 * A frequency, from which two tasks started; what one of them measured is what a third one, of another qubit's pair, began
 * with.
 */
const minute = (n: number) => `2026-03-02T10:${String(n).padStart(2, '0')}:00.000Z`;
const frequency = versionOf('frequency', { metric: 'qubit_frequency', value: 5, unit: 'GHz', at: minute(0) });
const t1 = versionOf('t1', { at: minute(2), taskId: 'run relax' });
const error = versionOf('t1 again', { at: minute(2), taskId: 'run relax', metric: 't1_average', value: 60 });
const t2 = versionOf('t2', { metric: 't2_echo', value: 70, at: minute(4), taskId: 'run echo' });
const gate = versionOf('gate', {
  ...{ metric: 'zx90_gate_fidelity', value: 0.99, unit: '', at: minute(6), taskId: 'run gate' },
  target: { kind: 'coupling', id: '0-1' },
});
const versions = [frequency, t1, error, t2, gate];
const began = { qubit_frequency: { value: 5, unit: 'GHz' } };
const relax = activityOf('run relax', { startAt: minute(1), inputs: began });
const echo = activityOf('run echo', {
  ...{ name: 'CheckT2Echo', startAt: minute(3) },
  inputs: { ...began, t1: { value: 50, unit: 'us' }, power: { value: 1, unit: 'mW' } },
});
const tuneUp = activityOf('run gate', {
  ...{ name: 'CheckZX90', target: { kind: 'coupling', id: '0-1' }, startAt: minute(5) },
  inputs: { control_t2_echo: { value: 70, unit: 'us' }, qubit_frequency: { value: 5, unit: 'GHz' } },
});
const activities = new Map([relax, echo, tuneUp].map((one) => [one.activityId, one]));
const provenance: KnownProvenance = {
  versions,
  known: { of: indexVersions(versions), isKnown: () => true, isWhole: () => true },
  activityOf: ({ taskId }) => (taskId === undefined ? undefined : activities.get(taskId)),
};
const depths = ({ nodes }: ProvenanceGraph) => Object.fromEntries(nodes.map(({ id, depth }) => [id, depth]));
const edgesOf = ({ edges }: ProvenanceGraph) =>
  edges.map(({ relation, sourceId, targetId }) => `${sourceId} ${relation} ${targetId}`);

it('an activity used the versions that its inputs name, and none for what was given', () => {
  expect(inputsUsed(echo, provenance.known).map(([name, { entityId }]) => [name, entityId])).toEqual([
    ['qubit_frequency', 'frequency'],
    ['t1', 't1'],
  ]);
});

describe('what a version came from', () => {
  it('the lineage of a version is what made it and what that used, step by step', () => {
    const found = lineageOf(gate, provenance, 10);
    expect(depths(found)).toEqual({
      gate: 0,
      'run gate': 1,
      t2: 2,
      frequency: 2,
      'run echo': 3,
      t1: 4,
      'run relax': 5,
    });
    expect(edgesOf(found)).toEqual([
      'gate wasGeneratedBy run gate',
      'run gate used t2',
      'run gate used frequency',
      't2 wasGeneratedBy run echo',
      'run echo used frequency',
      'run echo used t1',
      't1 wasGeneratedBy run relax',
      'run relax used frequency',
    ]);
  });

  it.each([
    [0, ['gate'], 0],
    [1, ['gate', 'run gate'], 1],
    [2, ['gate', 'run gate', 't2', 'frequency'], 3],
  ])('a lineage of %i steps ends there', (maxDepth, ids, edges) => {
    const found = lineageOf(gate, provenance, maxDepth);
    expect(found.nodes.map(({ id }) => id)).toEqual(ids);
    expect(found.edges).toHaveLength(edges);
  });

  it('a version that two inputs name is used once', () => {
    const again = { ...tuneUp, inputs: { ...tuneUp.inputs, target_qubit_frequency: { value: 5, unit: 'GHz' } } };
    const activityFor = (version: Version) => (version.entityId === 'gate' ? again : undefined);
    const found = lineageOf(gate, { ...provenance, activityOf: activityFor }, 10);
    expect(edgesOf(found)).toEqual(['gate wasGeneratedBy run gate', 'run gate used t2', 'run gate used frequency']);
  });
});

describe('what came from a version', () => {
  it('the impact of a version is what used it and what that made, step by step', () => {
    const found = impactOf(t1, provenance, 10);
    expect(depths(found)).toEqual({ t1: 0, 'run echo': 1, t2: 2, 'run gate': 3, gate: 4 });
    expect(edgesOf(found)).toEqual([
      'run echo used t1',
      't2 wasGeneratedBy run echo',
      'run gate used t2',
      'gate wasGeneratedBy run gate',
    ]);
  });

  it('whatever a task made is its impact, each once', () => {
    const found = impactOf(frequency, provenance, 2);
    expect(depths(found)).toEqual({
      ...{ frequency: 0, 'run relax': 1, 'run echo': 1, 'run gate': 1 },
      ...{ t1: 2, 't1 again': 2, t2: 2, gate: 2 },
    });
    expect(found.edges).toHaveLength(7);
  });

  it('what nothing started from has no impact', () => {
    expect(impactOf(error, provenance, 10)).toEqual({
      nodes: [{ kind: 'entity', id: 't1 again', depth: 0, version: error }],
      edges: [],
    });
  });
});

describe('what is to be run again', () => {
  const recommended = (graph: ProvenanceGraph, stands: (version: Version) => boolean = () => true) => {
    const { tasks, affected } = recommendedTasks(graph, stands);
    return { tasks, affected: affected.map(({ entityId }) => entityId) };
  };

  it('tasks are run again in the order in which they start from each other', () => {
    const { tasks, affected } = recommended(impactOf(frequency, provenance, 10));
    expect(affected.toSorted()).toEqual(['gate', 't1', 't1 again', 't2']);
    expect(tasks).toEqual([
      ...[
        { name: 'CheckT1', priority: 1, parameters: ['t1', 't1_average'], qids: ['0'], startedFrom: frequency },
        { name: 'CheckT2Echo', priority: 2, parameters: ['t2_echo'], qids: ['0'], startedFrom: frequency },
        { name: 'CheckZX90', priority: 3, parameters: ['zx90_gate_fidelity'], qids: ['0-1'], startedFrom: frequency },
      ],
    ]);
  });

  it('a task is said to have started from the nearest version, whichever it was', () => {
    const { tasks } = recommended(impactOf(t1, provenance, 10));
    expect(tasks.map(({ name, startedFrom }) => [name, startedFrom.entityId])).toEqual([
      ['CheckT2Echo', 't1'],
      ['CheckZX90', 't2'],
    ]);
  });

  it('tasks that started from the same version come by their names', () => {
    const { nodes, edges } = impactOf(frequency, provenance, 2);
    const names = recommended({ nodes, edges: edges.toReversed() }).tasks.map(({ name }) => name);
    expect(names).toEqual(['CheckT1', 'CheckT2Echo', 'CheckZX90']);
  });

  it('a task whose values are gone is not run again', () => {
    const { tasks, affected } = recommended(impactOf(frequency, provenance, 10), ({ metric }) => metric === 't2_echo');
    expect(affected).toEqual(['t2']);
    expect(tasks.map(({ name, priority }) => [name, priority])).toEqual([['CheckT2Echo', 1]]);
  });

  it('the version from which it all began is affected by nothing', () => {
    expect(recommended({ nodes: lineageOf(gate, provenance, 0).nodes, edges: [] })).toEqual({
      tasks: [],
      affected: [],
    });
    expect(recommended({ nodes: [], edges: [] })).toEqual({ tasks: [], affected: [] });
  });

  it('a task that ran several times comes after all that one of them started from', () => {
    const late = versionOf('late', { metric: 't1', value: 55, at: minute(9), taskId: 'run late' });
    const second = activityOf('run late', { startAt: minute(8), inputs: { t2_echo: { value: 70, unit: 'us' } } });
    const all = [...versions, late];
    const runs = new Map<string, Activity>([...activities, ['run late', second]]);
    const found = impactOf(
      frequency,
      {
        versions: all,
        known: { ...provenance.known, of: indexVersions(all) },
        activityOf: ({ taskId }) => runs.get(taskId ?? ''),
      },
      10,
    );
    expect(recommended(found).tasks.map(({ name }) => name)).toEqual(['CheckT2Echo', 'CheckZX90', 'CheckT1']);
  });

  it('an edge without its ends recommends nothing', () => {
    const { nodes, edges } = impactOf(t1, provenance, 2);
    const made = edges.filter(({ relation }) => relation === 'wasGeneratedBy');
    expect(recommended({ nodes, edges: made }).tasks).toEqual([]);
    expect(recommended({ nodes: nodes.filter(({ kind }) => kind === 'entity'), edges }).tasks).toEqual([]);
    for (const lost of ['t1', 't2'])
      expect(recommended({ nodes: nodes.filter(({ id }) => id !== lost), edges }).tasks).toEqual([]);
  });
});
