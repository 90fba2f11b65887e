import { expect, it } from 'vitest';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import { firstMeasured, qubitsOfMux, tasksOfMux } from '../../../../web/runs/lib/mux-table.ts';
import type { Mux } from '../../../../web/ui/lib/api/wire.ts';

it('a mux lists the tasks that have a result, by qubit in their order, and counts the others', () => {
  const pending = (name: string) => ({ name, status: 'pending' as const, default_view: true });
  const done = (name: string, qid: string) => ({
    ...pending(name),
    status: 'completed' as const,
    task_id: `${name} ${qid}`,
  });
  const mux: Mux = {
    mux_id: 2,
    detail: {
      '10': { CheckT1: pending('CheckT1'), CheckRabi: done('CheckRabi', '10'), CheckX: pending('CheckX') },
      '9': { CheckT1: done('CheckT1', '9'), CheckRabi: pending('CheckRabi'), CheckX: pending('CheckX') },
    },
  };
  expect(qubitsOfMux(mux)).toEqual(['9', '10']);
  const { tasks, without } = tasksOfMux(mux);
  expect(tasks.map(({ name, results }) => [name, ...results.keys()])).toEqual([
    ['CheckT1', '9'],
    ['CheckRabi', '10'],
  ]);
  expect(without).toBe(1);
});

it('a result shows the first metric that it measured, as its metric is written', () => {
  const result = (values: Record<string, { value: number | string; unit: string }>) =>
    ({ name: 'CheckT1', status: 'completed', default_view: true, output_parameters: values }) as never;
  const config = metricsConfig();
  expect(
    firstMeasured(
      result({ note: { value: 'good', unit: '' }, decay: { value: 3, unit: '' }, t1: { value: 0.1423, unit: 'ms' } }),
      config,
    ),
  ).toMatchObject({ title: 'T1', shown: { drawn: 142.3, unit: 'µs' } });
  const readout = { average_readout_fidelity: { value: 0.98, error: 0.001, unit: '' } };
  expect(firstMeasured(result(readout), config)).toMatchObject({
    title: 'Readout error',
    shown: { drawn: 2, spread: 0.1, unit: '%' },
  });
  expect(firstMeasured(result({}), config)).toBeUndefined();
});
