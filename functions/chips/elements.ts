import { ELEMENT_KINDS } from '#shared/chips/rules/target-kinds.ts';
import type { TargetRef } from '#shared/kernel/store/keys.ts';

/** Elements on the wire, by kind and id; a kind without any is absent. */
export function elementMaps<T, W>(
  elements: readonly T[],
  refOf: (element: T) => TargetRef,
  present: (element: T) => W,
): Record<string, Record<string, W>> {
  const maps = ELEMENT_KINDS.map((kind) => {
    const own = elements.filter((element) => refOf(element).kind === kind);
    return [kind, Object.fromEntries(own.map((element) => [refOf(element).id, present(element)]))] as const;
  });
  return Object.fromEntries(maps.filter(([, map]) => Object.keys(map).length > 0));
}
