import { describe, expect, it } from 'vitest';
import { findTask, taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import type { Values } from '#simulator/truth/values.ts';
import { NOON, SOUND, simulated } from '#test/support/runs/simulation.ts';

const names = taskCatalogue.map((task) => task.name);
const calibratedAt = NOON;
/** A qubit as an import of a real chip leaves it. */
const imported = {
  t1: { value: 170, unit: 'us', calibratedAt },
  t2_echo: { value: 140, unit: 'us', calibratedAt },
  qubit_frequency: { value: 4.91, unit: 'GHz', calibratedAt },
  readout_fidelity_0: { value: 0.99, unit: '', calibratedAt },
  readout_fidelity_1: { value: 0.97, unit: '', calibratedAt },
  x90_gate_fidelity: { value: 0.9996, unit: '', calibratedAt },
};

describe.each(names)('%s', (task) => {
  it(`${task} gives exactly its outputs, each with the unit of the catalogue and a positive error or none`, () => {
    const outcome = simulated({ task });
    const outputs = findTask(task)?.outputs ?? [];
    expect(outcome).toMatchObject({ status: 'completed', name: task, startAt: NOON });
    expect(Object.keys(outcome.outputParameters)).toEqual(outputs.map(({ name }) => name));
    for (const { name, unit } of outputs) {
      const found = outcome.outputParameters[name];
      expect(found?.unit).toBe(unit);
      expect(Number.isFinite(found?.value)).toBe(true);
      expect(found?.error).toBeGreaterThanOrEqual(0);
    }
    expect(outcome.message).not.toBe('');
    expect(outcome.endAt > outcome.startAt).toBe(true);
  });

  it(`${task} gives the same bytes for the same task, and other readings for another`, () => {
    const again = simulated({ task });
    expect(again).toEqual(simulated({ task }));
    const files = (taskId: string) => simulated({ task, taskId }).rawData.map(({ body }) => body);
    const isComputed = task.endsWith('CoherenceLimit');
    if (again.rawData.length > 0 && !isComputed) expect(files('another')).not.toEqual(files('a task'));
  });

  it(`${task} names the values that it starts from`, () => {
    const { inputParameters } = simulated({ task });
    const known = findTask(task)?.inputs ?? [];
    expect(known).toEqual(expect.arrayContaining(Object.keys(inputParameters)));
  });
});

it('the simulator starts from the values of the chip', () => {
  const value = (task: string, name: string) => simulated({ task, values: imported }).outputParameters[name]?.value;
  expect(value('CheckT1', 't1')).toBeGreaterThan(140);
  expect(value('CheckT1', 't1')).toBeLessThan(200);
  expect(value('CheckT2Echo', 't2_echo')).toBeGreaterThan(120);
  expect(value('CheckT2Echo', 't2_echo')).toBeLessThan(165);
  expect(value('CheckQubitSpectroscopy', 'coarse_qubit_frequency')).toBeCloseTo(4.91, 2);
  expect(value('ReadoutClassification', 'readout_fidelity_1')).toBeCloseTo(0.97, 1);
  expect(value('X90InterleavedRandomizedBenchmarking', 'x90_gate_fidelity')).toBeCloseTo(0.9996, 3);
});

it('the simulator reads a value in any unit of its kind', () => {
  const inNanoseconds = { t1: { value: 170_000, unit: 'ns', calibratedAt } };
  const inMicroseconds = { t1: { value: 170, unit: 'µs', calibratedAt } };
  const t1 = (values: typeof inNanoseconds) => simulated({ task: 'CheckT1', values }).outputParameters;
  expect(t1(inNanoseconds)).toEqual(t1(inMicroseconds));
});

it('what ages is worse by its share for each day since it was measured, where that is known', () => {
  const measured = (ageing_per_day: number, from: Values = imported) => {
    const startAt = '2026-06-18T12:00:00.000Z';
    const parameters = { ...SOUND, ageing_per_day, shots: 100_000 };
    const of = (task: string) => simulated({ task, values: from, startAt, parameters }).outputParameters;
    const readout = of('ReadoutClassification');
    return { t1: of('CheckT1').t1?.value ?? 0, error: 1 - (readout.readout_fidelity_1?.value ?? 0) };
  };
  const [young, aged] = [measured(0), measured(0.2)];
  expect(aged.t1 / young.t1).toBeCloseTo(0.8 ** 3, 1);
  expect(aged.error / young.error).toBeGreaterThan(1.5);
  const undated = { ...imported, t1: { value: 170, unit: 'us' } };
  expect(measured(0.2, undated).t1).toBeGreaterThan(aged.t1);
});

it('the gate of a pair is simulated from its own qubits: shorter coherence, lower limit', () => {
  const limit = (t1: number) => {
    const qubit = { t1: { value: t1, unit: 'us' }, t2_echo: { value: t1, unit: 'us' } };
    return simulated({ task: 'Check2QGateCoherenceLimit', control: qubit, targetQubit: qubit }).outputParameters
      .two_qubit_gate_coherence_limit?.value;
  };
  expect(limit(30)).toBeLessThan(limit(300) ?? 0);
});

it('the coherence limit of a gate is computed from the times that the chip has', () => {
  const values = { t1_average: { value: 100, unit: 'us' }, t2_echo_average: { value: 80, unit: 'us' } };
  const found = simulated({ task: 'Check1QGateCoherenceLimit', values }).outputParameters
    .one_qubit_gate_coherence_limit;
  expect(found?.value).toBeCloseTo((3 + Math.exp(-0.016 / 100) + 2 * Math.exp(-0.016 / 80)) / 6, 7);
});

describe('a target that is defective', () => {
  const everyTask = names.filter((name) => !name.endsWith('CoherenceLimit'));
  const broken = (task: string, seed: number) =>
    simulated({ task, seed, taskId: `${task} ${seed}`, parameters: { failure_rate: 1, bad_target_rate: 1 } });

  it.each(everyTask)('a defective target fails %s with a reason, without outputs, and keeps the figures', (task) => {
    const outcomes = Array.from({ length: 12 }, (_, seed) => broken(task, seed));
    const failed = outcomes.filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(outcomes.length);
    for (const outcome of failed) {
      expect(outcome.message).toMatch(new RegExp(`^${task} .{10,}`));
      expect(outcome.message).not.toMatch(/NaN|undefined|Infinity/);
      expect(outcome.outputParameters).toEqual({});
      expect(outcome.figures).toHaveLength(simulated({ task }).figures.length);
    }
  });

  it('a defective target fails as hardware does: no fit, no signal, more than is possible', () => {
    const failing = ['CheckT1', 'CheckFineChevron', 'X90InterleavedRandomizedBenchmarking', 'CheckQubitSpectroscopy'];
    const messages = failing.flatMap((task) => Array.from({ length: 15 }, (_, seed) => broken(task, seed).message));
    const has = (pattern: RegExp) => messages.some((message) => pattern.test(message));
    expect(has(/^CheckT1 R² value too low: -?0\.\d\d$/)).toBe(true);
    expect(has(/^CheckFineChevron no signal in the chevron \(R² -?0\.\d\d\)$/)).toBe(true);
    expect(has(/^X90InterleavedRandomizedBenchmarking fidelity above 100 %: 100\.\d+ %$/)).toBe(true);
    expect(has(/^CheckQubitSpectroscopy found no line above 14\.9 dB between 6\.5 and 9\.\d+ GHz$/)).toBe(true);
  });

  it('a defective target is the same in every run, and about as many are as were asked for', () => {
    const bad = (taskId: string) =>
      Array.from({ length: 300 }, (_, qid) => qid).filter(
        (qid) =>
          simulated({
            task: 'CheckRabi',
            target: String(qid),
            taskId: `${taskId} ${qid}`,
            parameters: { ...SOUND, bad_target_rate: 0.05 },
          }).status === 'failed',
      );
    expect(bad('first').length).toBeGreaterThan(6);
    expect(bad('first').length).toBeLessThan(40);
    expect(bad('second')).toEqual(bad('first'));
  });
});

it('about as many tasks of a sound chip fail as asked for', () => {
  const failures = (rate: number) =>
    Array.from({ length: 600 }, (_, i) =>
      simulated({ task: 'CheckRabi', taskId: `run ${i}`, parameters: { bad_target_rate: 0, failure_rate: rate } }),
    ).filter(({ status }) => status === 'failed').length;
  expect(failures(0)).toBe(0);
  expect(failures(1)).toBe(600);
  expect(failures(0.2)).toBeGreaterThan(50);
  expect(failures(0.2)).toBeLessThan(170);
});
