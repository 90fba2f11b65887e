import { comparePairs, compareQids } from '#shared/chips/rules/coupling-id.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import type { Position, Topology } from '#shared/chips/rules/topology/types.ts';
import { fromZero, topologyOfDevice } from '#shared/devices/rules/import/device-topology.ts';
import { isResourceId } from '#shared/kernel/rules/ids.ts';
import type { Mapping } from './collection.ts';
import { isDoc, numberOf } from './document.ts';
import type { Chip } from './survey.ts';

/**
 * The topology of a chip that no built-in one fits: its qubits and couplings, at the positions of its file in QDash's
 * configuration where that has them.
 */
export function topologyOf(chip: Chip, named: string, { survey, remark }: Mapping): Topology {
  const qids = [...chip.qids].sort(compareQids);
  const couplings = [...chip.couplings]
    .map((id) => id.split('-') as [string, string])
    .filter(([a, b]) => chip.qids.has(a) && chip.qids.has(b))
    .sort(comparePairs);
  const file = named === '' ? undefined : survey.topologies.get(named);
  const positions = positionsIn(file, chip.qids);
  if (!positions)
    remark(
      'decision',
      'the topology of a chip is not in --config: its map is drawn from its couplings',
      `${chip.chipId}: ${named}`,
    );
  const about = { format: 'qdash', origin: 'QDash', name: named === '' ? chip.chipId : named };
  const topology = topologyOfDevice({ ...about, qids, positions, couplings, directed: false });
  const isOwn = named !== '' && isResourceId(named) && generateTopology(named) === undefined;
  return isOwn ? { ...topology, topologyId: named } : topology;
}

/** The positions of a topology file of QDash if it has all qubits. */
function positionsIn(file: unknown, qids: ReadonlySet<string>): Record<string, Position> | undefined {
  const qubits = isDoc(file) && isDoc(file.qubits) ? file.qubits : {};
  const found: [string, Position][] = [];
  for (const qid of qids) {
    const place = qubits[qid];
    const [row, col] = isDoc(place) ? [numberOf(place.row), numberOf(place.col)] : [];
    if (!Number.isSafeInteger(row) || !Number.isSafeInteger(col)) return undefined;
    found.push([qid, { row: row as number, col: col as number }]);
  }
  return found.length > 0 ? fromZero(Object.fromEntries(found)) : undefined;
}
