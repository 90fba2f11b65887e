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
