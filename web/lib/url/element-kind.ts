import { type ElementKind, isElementKind, type TargetKind } from '#shared/domain/target-kinds.ts';

/** What the address of an element's page says beside its id, since it is a coupling's otherwise. */
export const elementKind = (kind: TargetKind): ElementKind | undefined => (isElementKind(kind) ? kind : undefined);
