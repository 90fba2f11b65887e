import type { TargetRef } from '#shared/store/keys.ts';

/** The target that a path names: a qubit or a coupling, each under a parameter of its own. */
export const targetOf = (params: { qid: string } | { coupling_id: string }): TargetRef =>
  'qid' in params ? { kind: 'qubit', id: params.qid } : { kind: 'coupling', id: params.coupling_id };
