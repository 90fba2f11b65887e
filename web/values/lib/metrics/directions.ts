import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { INVERSE_TITLE } from '#shared/values/rules/catalogue.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { inverseMetric, splitDirection } from '#shared/values/rules/gate-keys.ts';

/**
 * The metrics of one coupling, those of two directions with the qubits in the order of each: `ECR gate error, 1 → 0`. A number without
 * a direction stays without one.
 */
export function withDirections(displays: readonly MetricDisplay[], coupling: string): MetricDisplay[] {
  const [pair, ...others] = splitCouplingId(coupling);
  if (!pair || others.length > 0) return [...displays];
  const keys = new Set(displays.map(({ key }) => key));
  const [a, b] = pair;
  return displays.map((display) => {
    if (splitDirection(display.key).isInverse)
      return { ...display, title: display.title.replace(INVERSE_TITLE, `, ${b} → ${a}`) };
    return keys.has(inverseMetric(display.key)) ? { ...display, title: `${display.title}, ${a} → ${b}` } : display;
  });
}
