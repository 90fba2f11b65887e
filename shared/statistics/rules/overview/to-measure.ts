import { compareQids, type KnownQids, splitCouplingId } from '../../../chips/rules/coupling-id.ts';
import { targetName } from '../../../chips/rules/target-kinds.ts';

/** What is to be measured again: how many targets, and the qubits that a run takes for them. */
export interface ToMeasure {
  targets: number;
  qubits: string[];
}

/** The targets of what failed and of what expired, each once; of a coupling both qubits (rule OVERVIEW-6). */
export function toMeasure(
  targets: Iterable<{ kind: 'qubit' | 'coupling'; id: string }>,
  knownQids: KnownQids,
): ToMeasure {
  const named = new Set<string>();
  const qubits = new Set<string>();
  for (const { kind, id } of targets) {
    const own = kind === 'qubit' ? [id].filter((qid) => knownQids.has(qid)) : (splitCouplingId(id, knownQids)[0] ?? []);
    // What is no longer on the chip cannot be measured.
    if (own.length > 0) named.add(targetName({ kind, id }));
    for (const qid of own) qubits.add(qid);
  }
  return { targets: named.size, qubits: [...qubits].sort(compareQids) };
}
