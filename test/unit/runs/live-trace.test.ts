import { expect, it } from 'vitest';
import { packTrace, type TracePoint, unpackTrace } from '#shared/runs/rules/live-trace.ts';
import { liveTraceEntity } from '#shared/runs/store/live-traces.ts';
import { itemBytes } from '#test/bench/item-size.ts';

/** Numbers between 0 and 1 that no two runs of a test differ in. */
function* numbers(): Generator<number> {
  for (let state = 1; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}

it.each([
  ['numbers of all digits', (x: number) => x],
  ['numbers of six digits', (x: number) => Number(x.toPrecision(6))],
  ['whole numbers', (x: number) => Math.round(x * 1000)],
])('the longest trace, of %s, takes one write unit', (_, shape) => {
  const next = numbers();
  const number = () => shape(next.next().value ?? 0);
  const points: TracePoint[] = [];
  while (JSON.stringify(points).length < 1900) points.push([number() * 100, number()]);
  const axes = { x: { name: 'delay', unit: 'us' }, y: { name: 'population', unit: '' } };
  const trace = packTrace({ task: 'CheckT1', qid: '17', stage: 3, attempt: 1, ...axes, lines: { '17': points } });
  const record = {
    projectId: 'b3b1f2c0-7a52-4c83-9a9f-0c1d2e3f4a5b',
    executionId: '20261126-004',
    ...{ fence: 7, at: '2026-11-26T20:00:00.000Z', trace },
  };
  expect(itemBytes(liveTraceEntity.encode(record, 1))).toBeLessThanOrEqual(1024);
});

it.each([
  [
    'a narrow sweep far from zero',
    [
      [5.0121, 0.4],
      [5.0122, 0.9],
      [5.0184, 0.1],
    ],
  ],
  ['a single point', [[7, -3]]],
  ['no point', []],
] as [string, TracePoint[]][])('what is unpacked of %s differs by a thousandth of its range at most', (_, points) => {
  const of = { task: 'CheckT1', qid: '0', stage: 0, attempt: 0, x: { name: '', unit: '' }, y: { name: '', unit: '' } };
  const unpacked = unpackTrace(packTrace({ ...of, lines: { '0': points } })).lines['0'] ?? [];
  expect(unpacked).toHaveLength(points.length);
  const spread = (axis: 0 | 1) => Math.max(...points.map((p) => p[axis])) - Math.min(...points.map((p) => p[axis]));
  for (const [n, point] of points.entries())
    for (const axis of [0, 1] as const)
      expect(Math.abs((unpacked[n]?.[axis] ?? 0) - point[axis])).toBeLessThanOrEqual(spread(axis) / 1000);
});
