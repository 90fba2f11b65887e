import type { ParameterVersion, ProvenanceActivity, ProvenanceGraph } from '../../../ui/lib/api/wire.ts';

/** Graphs of where values came from, as a page tells them (rules PROV-3 and PROV-4). */

/** What a task started from: an input, and the version that it was, where one is known. */
export interface StartedFrom {
  name: string;
  value: number;
  unit: string;
  version: ParameterVersion | undefined;
}

/** What gave the origin of a lineage its value, and what that started from. */
export function sourceOf({
  nodes,
}: ProvenanceGraph): { activity: ProvenanceActivity; inputs: StartedFrom[] } | undefined {
  const activity = nodes.find(({ depth, activity: found }) => depth === 1 && found)?.activity;
  if (!activity) return undefined;
  const inputs = activity.inputs.map(({ parameter_name: name, value, unit, entity_id: id }) => ({
    ...{ name, value, unit },
    version: (id && nodes.find(({ node_id }) => node_id === id)?.entity) || undefined,
  }));
  return { activity, inputs };
}

/** A task that started from a version, or from what came from it. */
export interface LaterUse {
  activity: ProvenanceActivity;
  measured: ParameterVersion[];
  /** The descendants of the origin that it started from; empty if it started from the origin itself. */
  through: ParameterVersion[];
}

/** The tasks of an impact, the nearest first, and of those as near the oldest first. */
export function laterUses({ origin, nodes, edges }: ProvenanceGraph): LaterUse[] {
  const versionOf = (id: string) => nodes.find(({ node_id }) => node_id === id)?.entity ?? undefined;
  const known = (ids: readonly string[]) => ids.flatMap((id) => versionOf(id) ?? []);
  return nodes
    .flatMap(({ depth, node_id: id, activity }) => (activity ? [{ depth, id, activity }] : []))
    .sort((a, b) => a.depth - b.depth || (a.activity.started_at < b.activity.started_at ? -1 : 1))
    .map(({ id, activity }) => {
      const used = edges.flatMap((edge) =>
        edge.relation_type === 'used' && edge.source_id === id ? [edge.target_id] : [],
      );
      const made = edges.flatMap((edge) =>
        edge.relation_type === 'wasGeneratedBy' && edge.target_id === id ? [edge.source_id] : [],
      );
      return { activity, measured: known(made), through: used.includes(origin.node_id) ? [] : known(used) };
    });
}

/** Of versions, the newest first, those that were there by an instant, with the one that counted then as the current one. */
export function versionsBy(versions: readonly ParameterVersion[], asOf: string): ParameterVersion[] {
  const known = versions.filter(({ valid_from: from }) => from <= asOf);
  const counted = known.find(({ excluded, withheld }) => !excluded && withheld == null);
  return known.map((version) => ({
    ...version,
    current: version === counted,
    valid_until: version.valid_until !== null && version.valid_until <= asOf ? version.valid_until : null,
  }));
}
