import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExportedTarget } from '#shared/devices/rules/export/chip-document.ts';
import { qibolabCalibration } from '#shared/devices/rules/export/parameters/qibolab.ts';
import type { ImportedTarget, ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { importQibolab } from '#shared/devices/rules/import/qibolab/import-qibolab.ts';
import { publishedDevices } from '#test/support/devices/published.ts';

const planOf = (calibration: unknown, calibrated_at: string): ImportPlan => {
  const result = importQibolab({ calibrations: [{ calibrated_at, calibration }] });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
};
const valuesIn = ({ targets }: ImportPlan) => targets.map(({ id, values }) => [id, values]);

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('calibrations of a published platform'), () => {
  it('each of the calibrations of a published platform comes back from its export to the last digit', () => {
    const text = readFileSync(publishedDevices.path('qibolab/qw5q_platinum_history.jsonl'), 'utf8');
    const versions = text.split('\n').filter((line) => line.trim() !== '');
    expect(versions).toHaveLength(49);
    for (const line of versions) {
      const { calibrated_at, calibration } = JSON.parse(line);
      const plan = planOf(calibration, calibrated_at);
      const of = (kind: ImportedTarget['kind']): ExportedTarget[] =>
        plan.targets
          .filter((target) => target.kind === kind)
          .map(({ id, values, faulty }) => ({
            ...{ id, faulty, status: 'completed' },
            values: Object.fromEntries(
              Object.entries(values).map(([metric, value]) => [metric, { ...value, source: 'import' as const }]),
            ),
          }));
      const chip = { chipId: 'c', size: 5, activityStatus: 'active', topology: plan.topology, readoutLines: [] };
      const { document } = qibolabCalibration({ ...chip, qubits: of('qubit'), couplings: of('coupling') });
      expect(valuesIn(planOf(JSON.parse(JSON.stringify(document)), calibrated_at))).toEqual(valuesIn(plan));
    }
  });
});
