import type { ElementKind } from '#shared/chips/rules/target-kinds.ts';
import type { LatticeRef, TargetRef } from '#shared/kernel/store/keys.ts';

type TargetParams = { qid: string } | { coupling_id: string };

/** The qubit or coupling that a path names, each under a parameter of its own. */
export const targetOf = (params: TargetParams): LatticeRef =>
  'qid' in params ? { kind: 'qubit', id: params.qid } : { kind: 'coupling', id: params.coupling_id };

/** The same where the query may say that the path names an element. */
export const measuredTargetOf = (
  params: TargetParams,
  query: { kind?: 'coupling' | ElementKind } | object,
): TargetRef => ({
  ...targetOf(params),
  ...('kind' in query && query.kind !== undefined ? { kind: query.kind } : {}),
});
