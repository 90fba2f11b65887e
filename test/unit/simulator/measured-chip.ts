import { expect, it } from 'vitest';
import { median } from '#shared/values/rules/statistics.ts';
import { planOf } from '#test/support/devices/ibm-device.ts';
import { simulated } from '#test/support/runs/simulation.ts';

/** Defines the tests of what the simulator measures on a device whose documents are read when the first of them runs. */
export function describeMeasuring(documents: () => { conf: unknown; props: unknown }): void {
  let read: ReturnType<typeof planOf>['targets'] | undefined;
  const qubits = () => {
    read ??= planOf(documents()).targets.filter(({ kind }) => kind === 'qubit');
    return read;
  };
  const published = (key: string) => qubits().flatMap(({ values }) => values[key]?.value ?? []);
  const startAt = '2025-03-01T09:00:00.000Z';
  const outcomes = (task: string) =>
    qubits().map(({ id, values }) =>
      simulated({ task, target: id, taskId: `${task} ${id}`, values, startAt, parameters: {} }),
    );
  const found = (task: string, key: string) =>
    outcomes(task).flatMap(({ outputParameters }) => outputParameters[key]?.value ?? []);

  it('the simulator measures T1 anew near what was published, on nearly all qubits', () => {
    const t1 = found('CheckT1', 't1');
    expect(t1.length).toBeGreaterThan(qubits().length * 0.86);
    const ratio = (median(t1) ?? 0) / (median(published('t1')) ?? 0);
    expect(ratio).toBeGreaterThan(0.86);
    expect(ratio).toBeLessThan(1.14);
  });

  it('the simulator measures the readout as good as it was published', () => {
    const error = (fidelities: readonly number[]) => 1 - (median(fidelities) ?? 0);
    const ratio =
      error(found('ReadoutClassification', 'average_readout_fidelity')) / error(published('average_readout_fidelity'));
    expect(ratio).toBeGreaterThan(0.78);
    expect(ratio).toBeLessThan(1.22);
  });

  it('a few qubits fail on the simulator, each with a reason', () => {
    const failed = outcomes('CheckT1').filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(qubits().length * 0.135);
    for (const { message } of failed)
      expect(message).toMatch(/^CheckT1 (R² value too low: -?0\.\d\d|decay does not end)/);
  });
}
