import { describeMetric } from '../../../values/rules/catalogue.ts';
import { fitManualValue, hasOpenUnit } from '../../../values/rules/manual-value.ts';
import type { MetricDefinition } from '../../../values/rules/types.ts';
import { normalizeUnit } from '../../../values/rules/units/unit.ts';
import type { ImportedTarget, ImportPlan } from './plan.ts';

/** A metric that the catalogue leaves open, on qubits or on couplings. */
export interface OpenMetric {
  kind: ImportedTarget['kind'];
  metric: string;
  /** That of its first value in the documents. */
  unit: string;
}

/** The metrics of a plan that the catalogue leaves open. */
export function openMetricsOf({ targets }: ImportPlan): OpenMetric[] {
  const found = new Map<string, OpenMetric>();
  const closed = new Set<string>();
  for (const { kind, values, before = [] } of targets) {
    const entries = [...before.map(({ metric, ...entry }) => [metric, entry] as const), ...Object.entries(values)];
    for (const [metric, { value, unit }] of entries) {
      const name = `${kind} ${metric}`;
      if (value === null || found.has(name) || closed.has(name)) continue;
      if (!hasOpenUnit(describeMetric(metric, kind))) closed.add(name);
      else found.set(name, { kind, metric, unit: normalizeUnit(unit) });
    }
  }
  return [...found.values()];
}

/** Converts the targets of a plan to its units, one target at a time, since there are thousands of values. */
export interface UnitFitting {
  target(target: ImportedTarget): ImportedTarget;
  /** The plan with its targets after each of them went through `target`. */
  done(targets: ImportedTarget[]): ImportPlan;
}

/**
 * Brings the values of these metrics into the given units (rules METRIC-15 and IMPORT-13). A value that does not convert is left out: it is
 * counted as missing, and named in a warning.
 */
export function fittingOf(plan: ImportPlan, metrics: readonly OpenMetric[]): UnitFitting {
  const wanted = new Map<string, { definition: MetricDefinition; unit: string }>();
  for (const { kind, metric, unit } of metrics)
    wanted.set(`${kind} ${metric}`, { definition: describeMetric(metric, kind), unit });
  const leftOut = new Map<string, number>();
  let missing = 0;
  const converted = <V extends { value: number | null; unit: string; error?: number }>(
    kind: ImportedTarget['kind'],
    metric: string,
    entry: V,
  ): V[] => {
    const open = wanted.get(`${kind} ${metric}`);
    if (open === undefined || entry.value === null) return [entry];
    const { value, unit, error } = entry;
    const fitted = fitManualValue(open.definition, { value, unit, error }, open.unit);
    if (!('problem' in fitted)) {
      const { error: _error, ...others } = entry;
      const stated = fitted.error === undefined ? {} : { error: fitted.error };
      return [{ ...others, value: fitted.value, unit: fitted.unit, ...stated } as unknown as V];
    }
    const sentence = `values of '${metric}' in '${unit}' are left out: ${fitted.problem}`;
    leftOut.set(sentence, (leftOut.get(sentence) ?? 0) + 1);
    return [];
  };
  return {
    target(target) {
      const values = Object.entries(target.values).flatMap(([metric, value]) => {
        const fitted = converted(target.kind, metric, value);
        if (fitted.length === 0) missing += 1;
        return fitted.map((one) => [metric, one] as const);
      });
      const { before } = target;
      return {
        ...target,
        values: Object.fromEntries(values),
        ...(before && { before: before.flatMap((entry) => converted(target.kind, entry.metric, entry)) }),
      };
    },
    done(targets) {
      const warnings = [...leftOut].map(([sentence, count]) => `${count} ${sentence}`);
      return { ...plan, targets, missing: plan.missing + missing, warnings: [...plan.warnings, ...warnings] };
    },
  };
}
