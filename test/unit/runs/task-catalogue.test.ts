import { expect, it } from 'vitest';
import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';
import { findTask, taskCatalogue, taskNames } from '#shared/runs/rules/task-catalogue.ts';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';

const metrics = new Map(metricCatalogue.map((metric) => [`${metric.target} ${metric.key}`, metric]));
const outputs = taskCatalogue.flatMap((task) =>
  task.outputs.map((output) => ({
    task: task.name,
    output,
    target: output.of === undefined && task.type === 'coupling' ? 'coupling' : 'qubit',
  })),
);

it('the task catalogue names each task once and finds it by name', () => {
  expect(new Set(taskNames).size).toBe(taskNames.length);
  for (const task of taskCatalogue) expect(findTask(task.name)).toBe(task);
  expect(findTask('CheckT3')).toBeUndefined();
});

it('the task catalogue has every output in the unit of its metric, so that the dashboard can judge it', () => {
  const wrong = outputs
    .map(({ task, output, target }) => ({ task, output, metric: metrics.get(`${target} ${output.name}`) }))
    .filter(({ output, metric }) => metric !== undefined && metric.storedUnit !== output.unit);
  expect(wrong).toEqual([]);
});

it("tasks measure every metric of QDash's dashboard but the static ZZ interaction, which no standard task gives", () => {
  const measured = new Set(outputs.map(({ output, target }) => `${target} ${output.name}`));
  const known = [...metrics.values()]
    .slice(0, 16)
    .concat(metricCatalogue.filter((m) => m.target === 'coupling').slice(0, 5));
  const missing = known.map((metric) => `${metric.target} ${metric.key}`).filter((key) => !measured.has(key));
  expect(missing).toEqual(['coupling static_zz_interaction']);
});

it('the task catalogue describes every task, parameter and output in words', () => {
  for (const task of taskCatalogue) {
    const texts = [task, ...task.outputs, ...Object.values(task.runParameters)].map((part) => part.description);
    expect(texts.filter((text) => text.length < 6)).toEqual([]);
  }
});

it('the task catalogue has every task of the standard sequences, of one type a sequence', () => {
  for (const [name, sequence] of Object.entries(STANDARD_SEQUENCES)) {
    const types = new Set(sequence.map((task) => findTask(task)?.type));
    expect([...types]).toEqual([name === 'FULL_2Q' ? 'coupling' : 'qubit']);
  }
});

it("for QDash's backends the task catalogue lists what QDash publishes", () => {
  const published = (backend: 'qubex' | 'fake') => taskCatalogue.filter((task) => task.backends.includes(backend));
  expect(
    published('fake')
      .map((task) => task.name)
      .sort(),
  ).toEqual(
    ['CheckFineChevron', 'CheckRabi', 'CheckRamsey', 'CheckT1', 'CheckT2Echo', 'RandomizedBenchmarking'].sort(),
  );
  expect(published('qubex')).toHaveLength(47);
  expect(taskCatalogue.every((task) => task.backends.includes('simulator'))).toBe(true);
});
