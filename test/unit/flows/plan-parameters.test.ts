import { expect, it } from 'vitest';
import { planParameters } from '#shared/flows/rules/plan-parameters.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';

const planOf = (...tasks: { name: string; parameters?: Record<string, unknown> }[]) => ({
  backend: 'simulator',
  seed: 1,
  stages: [
    {
      name: 'all',
      tasks: tasks.map(({ name, parameters = {} }) => ({ name, type: 'qubit' as const, parameters })),
      qids: ['0'],
      couplingIds: [],
      onFailure: 'continue' as const,
    },
  ],
});

it('a parameter that several tasks take is told of once, with each value that is there, the least first', () => {
  const found = planParameters(planOf({ name: 'CheckT1', parameters: { shots: 4096 } }, { name: 'CheckRabi' }));
  expect(found.find(({ name }) => name === 'shots')).toMatchObject({
    values: [2048, 4096],
    tasks: ['CheckT1', 'CheckRabi'],
    valueType: 'int',
    accepts: 'a whole number from 1 to 10000000',
  });
});

it('lists and scans have no field, and what tasks take in different units has none', () => {
  const all = planParameters(planOf(...taskCatalogue.map(({ name }) => ({ name }))));
  const definitions = taskCatalogue.flatMap(({ runParameters }) => Object.entries(runParameters));
  expect(all.length).toBeGreaterThan(1);
  for (const { name, unit, valueType } of all)
    for (const [, other] of definitions.filter(([key]) => key === name))
      if (!other.valueType.startsWith('np.') && other.valueType !== 'list')
        expect([name, other.unit, other.valueType]).toEqual([name, unit, valueType]);
  expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')));
});

it('a plan without tasks has no parameters', () => {
  expect(planParameters(planOf())).toEqual([]);
});
