import { targetName } from '../../../chips/rules/target-kinds.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { keyProblem } from '../../../values/rules/gate-keys.ts';
import { hasOpenUnit } from '../../../values/rules/manual-value.ts';
import { normalizeUnit } from '../../../values/rules/units/unit.ts';
import { type MetricUnitRecord, metricName } from '../../../values/store/metric-units.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results.ts';
import type { Found } from './read-batch.ts';

/**
 * Sets in completed results the units of metrics that the catalogue leaves open, where the project has another one than the task
 * gave. A metric without a unit yet gets that of the current value of the target, else of the earliest of the results; these
 * are answered, to be fixed.
 */
export function withUnits(found: Found, writes: readonly { result: TaskResultRecord }[]): MetricUnitRecord[] {
  const units = new Map(found.units);
  const fixed: MetricUnitRecord[] = [];
  const inOrder = writes
    .filter(({ result }) => result.status === 'completed' && !result.trial)
    .toSorted((a, b) => ((a.result.endAt ?? '') < (b.result.endAt ?? '') ? -1 : 1));
  for (const write of inOrder) {
    const { result } = write;
    const target = targetOf(result);
    if (!target) continue;
    const { kind } = target;
    const metricUnits: Record<string, string> = {};
    for (const [metric, output] of Object.entries(result.outputParameters)) {
      if (!hasOpenUnit(describeMetric(metric, kind)) || keyProblem(metric, kind) !== undefined) continue;
      const given = normalizeUnit(output.unit);
      const name = metricName({ kind, metric });
      let unit = units.get(name);
      if (unit === undefined) {
        unit = ownEntry(found.targets.get(targetName(target))?.data ?? {}, metric)?.unit ?? given;
        units.set(name, unit);
        fixed.push({ projectId: result.projectId, kind, metric, unit });
      }
      if (unit !== given) metricUnits[metric] = unit;
    }
    if (Object.keys(metricUnits).length > 0) Object.assign(write, { result: { ...result, metricUnits } });
  }
  return fixed;
}
