import { type ElementKind, isElementKind, type TargetKind } from '#shared/chips/rules/target-kinds.ts';

/** The kind in the address of an element's page, since an id alone means a coupling. */
export const elementKind = (kind: TargetKind): ElementKind | undefined => (isElementKind(kind) ? kind : undefined);
