import { expect, it } from 'vitest';
import { SOUND, simulated } from '#test/support/runs/simulation.ts';

const withParameters = (task: string, parameters: Record<string, unknown>) =>
  simulated({ task, parameters: { ...SOUND, ...parameters } });

it('a task measures at the points that a flow asks for, in any way that flows write a range', () => {
  const rowsOf = (range: unknown) =>
    withParameters('CheckT1', { time_range: range }).rawData[0]?.body.trim().split('\r\n').length;
  expect(rowsOf({ value: [0, 100_000, 21], value_type: 'np.linspace' })).toBe(22);
  expect(rowsOf({ value: [2, 5, 31], value_type: 'np.logspace' })).toBe(32);
  expect(rowsOf({ value: [0, 100_000, 10_000], value_type: 'range' })).toBe(11);
  expect(rowsOf({ value: [100, 1000, 10_000, 50_000, 100_000, 300_000], valueType: 'list' })).toBe(7);
});

it('a parameter of a task may be a bare value as well, and a number written as a product', () => {
  const outcome = withParameters('CheckRabi', { shots: 512, interval: '100 * 1024' });
  expect(outcome.status).toBe('completed');
  expect(outcome.runParameters.shots).toMatchObject({ value: 512, valueType: 'int' });
  expect(outcome.runParameters.interval?.value).toBe('100 * 1024');
});

it('fewer shots take less time and leave larger errors', () => {
  const few = withParameters('CheckRabi', { shots: 64 });
  const many = withParameters('CheckRabi', { shots: 8192 });
  const seconds = (outcome: { startAt: string; endAt: string }) =>
    Date.parse(outcome.endAt) - Date.parse(outcome.startAt);
  expect(seconds(many)).toBeGreaterThan(5 * seconds(few));
  expect(few.outputParameters.rabi_frequency?.error).toBeGreaterThan(
    3 * (many.outputParameters.rabi_frequency?.error ?? Number.NaN),
  );
});

it.each([
  [{ shots: 'many' }, "CheckT1: parameter 'shots' is not a number"],
  [{ shots: 0 }, "CheckT1: parameter 'shots' must be a whole number from 1 to 1000000"],
  [{ time_range: 7 }, "CheckT1: parameter 'time_range' is not a range"],
  [{ time_range: [0, 1e9, 1] }, "CheckT1: parameter 'time_range' must have from 5 to 2001 points"],
  [{ time_range: [0, 100, 0] }, "CheckT1: parameter 'time_range' must have from 5 to 2001 points"],
])('a task whose parameters cannot be used fails and says which: %j', (parameters, message) => {
  expect(withParameters('CheckT1', parameters)).toMatchObject({ status: 'failed', message, outputParameters: {} });
});

it('a task that is not a standard one fails', () => {
  expect(simulated({ task: 'CheckT3' })).toMatchObject({ status: 'failed', message: 'CheckT3 is not a standard task' });
});

it('a decay is drawn from a delay of 0 on a linear axis, since a logarithmic one has no 0', () => {
  const { figures } = withParameters('CheckT1', { time_range: { value: [0, 400_000, 21], value_type: 'np.linspace' } });
  const { data, layout } = JSON.parse(figures[0]?.body ?? '');
  expect(layout.xaxis.type).toBeUndefined();
  expect(data[1].x).toHaveLength(50);
  expect(figures[1]?.body).not.toContain('NaN');
});
