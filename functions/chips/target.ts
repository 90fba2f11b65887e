import type { ElementKind } from '#shared/chips/rules/target-kinds.ts';
import type { LatticeRef, TargetRef } from '#shared/kernel/store/keys.ts';
import type { TaskRow } from '#shared/results/store/task-results.ts';

/** How a result was reported, on the wire: for the exchanged id of its coupling, or together with those of other targets. */
export const presentDirection = ({
  isInverse,
  muxId,
  qidRole,
}: Partial<Pick<TaskRow, 'muxId' | 'qidRole'>> & { isInverse?: boolean | undefined }) => ({
  ...(isInverse ? { direction: 'inverse' as const } : {}),
  ...(muxId === undefined ? {} : { mux_id: muxId }),
  ...(qidRole === undefined ? {} : { qid_role: qidRole }),
});

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
