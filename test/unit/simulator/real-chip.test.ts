import { describe, expect, it } from 'vitest';
import { median } from '#shared/domain/metrics/statistics.ts';
import { realData } from '#test/support/real-data.ts';
import { simulated } from '#test/support/simulation.ts';
import { planOf } from '../domain/ibm-device.ts';

describe.skipIf(!realData.available)(`Torino ${realData.available ? '' : realData.reason}`, () => {
  const plan = planOf({
    conf: realData.json('ibm/conf_torino.json'),
    props: realData.json('ibm/props_torino_2025-02-26.json'),
  });
  const qubits = plan.targets.filter(({ kind }) => kind === 'qubit');
  const startAt = '2025-03-01T09:00:00.000Z';
  const outcomes = (task: string) =>
    qubits.map(({ id, values }) =>
      simulated({ task, target: id, taskId: `${task} ${id}`, values, startAt, parameters: {} }),
    );
  const found = (task: string, key: string) =>
    outcomes(task).flatMap(({ outputParameters }) => outputParameters[key]?.value ?? []);

  it('measures T1 anew near what was published, on nearly all of its 133 qubits', () => {
    const t1 = found('CheckT1', 't1');
    expect(t1.length).toBeGreaterThan(115);
    expect(median(t1)).toBeGreaterThan(160);
    expect(median(t1)).toBeLessThan(210);
  });

  it('reads out as well as it did', () => {
    const errors = found('ReadoutClassification', 'average_readout_fidelity').map((fidelity) => 1 - fidelity);
    expect(median(errors)).toBeGreaterThan(0.018);
    expect(median(errors)).toBeLessThan(0.028);
  });

  it('has a few qubits that fail, each with a reason', () => {
    const failed = outcomes('CheckT1').filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThan(18);
    for (const { message } of failed)
      expect(message).toMatch(/^CheckT1 (R² value too low: -?0\.\d\d|decay does not end)/);
  });
});
