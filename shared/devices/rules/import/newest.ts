import type { ImportedTarget } from './plan.ts';

/** Time of the youngest value or faulty mark, null without any. */
export function newestOf(targets: readonly ImportedTarget[]): string | null {
  const instants = targets.flatMap(({ values, faulty }) => [
    ...Object.values(values).map(({ calibratedAt }) => calibratedAt),
    ...Object.values(faulty),
  ]);
  return instants.reduce<string | null>((newest, at) => (newest === null || at > newest ? at : newest), null);
}
