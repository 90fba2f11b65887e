import { useMemo } from 'react';
import type { TargetKind } from '../../lib/api/wire.ts';
import type { MapLayer } from '../../lib/map/layers.ts';
import type { MapCell } from '../../lib/metrics/cells.ts';
import type { ChangeDashboard } from '../../lib/url/search-types.ts';

/** The ticked targets of the active layer, which map, distribution, table and address share (rule DASH-5). */
export interface DashboardTicks {
  ticked: ReadonlySet<string>;
  toggle: (target: { kind: TargetKind; id: string }) => void;
  set: (targets: readonly string[]) => void;
}

/** @param sel the ticked targets as the URL has them, `0,7`; those that the layer does not have count for nothing. */
export function useDashboardTicks(
  sel: string | undefined,
  active: TargetKind,
  layer: MapLayer | undefined,
  change: ChangeDashboard,
): DashboardTicks {
  const ticked = useMemo(() => {
    const wanted = new Set((sel ?? '').split(','));
    return new Set(layer?.cells.flatMap(({ target }) => (wanted.has(target) ? [target] : [])));
  }, [sel, layer]);
  const write = (kind: TargetKind, targets: Iterable<string>) =>
    change({ sel: [...targets].join(',') || undefined, layer: kind === 'qubit' ? undefined : 'coupling' });
  return {
    ticked,
    toggle: ({ kind, id }) => {
      // Ticks are of one layer: one on the other begins anew.
      const next = new Set(kind === active ? ticked : []);
      if (!next.delete(id)) next.add(id);
      write(kind, next);
    },
    set: (targets) => write(active, targets),
  };
}

/** The worst of a layer, ten at most, where its metric has a good end. */
export const worstOf = (cells: readonly MapCell[], most = 10): string[] =>
  cells
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (b.rank ?? 0) - (a.rank ?? 0))
    .slice(0, most)
    .map(({ target }) => target);

export const staleOf = (cells: readonly MapCell[]): string[] =>
  cells.flatMap(({ state, target }) => (state === 'stale' ? [target] : []));
