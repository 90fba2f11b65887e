import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { QubitGrid } from '../../chips/components/chip-map/qubit-grid.tsx';
import { layoutChip } from '../../chips/lib/map/chip-layout.ts';
import { Pending } from '../../ui/components/pending.tsx';
import { allChipsQuery, topologyQuery } from '../../ui/lib/api/queries.ts';

/** A small map of a chip on which qubits are chosen, each by a press. */
export function QubitPicker(props: {
  chipId: string;
  chosen: ReadonlySet<string>;
  onChange: (qubits: string[]) => void;
}) {
  const { chipId, chosen, onChange } = props;
  const chips = useQuery(allChipsQuery());
  const chip = chips.data?.find((one) => one.chip_id === chipId);
  const topologyId = chip?.topology_id ?? undefined;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== undefined });
  const layout = useMemo(() => topology.data && layoutChip(topology.data, new Set()), [topology.data]);
  if (chip && topologyId === undefined) return <p>{chipId} has no topology, and so no map. Type the qubits instead.</p>;
  if (!layout) return <Pending error={chips.error ?? topology.error} what="map" />;
  return (
    <QubitGrid
      label={`Qubits of ${chipId}`}
      layout={layout}
      chosen={chosen}
      onPress={(qubit) => onChange([...new Set(chosen).symmetricDifference(new Set([qubit]))])}
    />
  );
}
