import { useMemo, useState } from 'react';
import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import type { ChangeDashboard } from '../../../ui/lib/url/search-types.ts';
import type { MapCell } from '../../lib/metrics/cells.ts';

/** The ticked targets of the active layer, which map, distribution, table and address share (rule DASH-5). */
export interface DashboardTicks {
  ticked: ReadonlySet<string>;
  toggle: (target: { kind: LatticeKind; id: string }) => void;
  set: (targets: readonly string[]) => void;
  /** Ticks targets in addition. */
  add: (targets: readonly string[]) => void;
  /** Ticks what was ticked before the last change, one change at a time; absent before the first. */
  undo: (() => void) | undefined;
}

/** Changes of ticks that can be undone. */
const mostUndone = 50;

/** @param sel the ticked targets as the URL has them, `0,7`; those that the layer does not have count for nothing. */
export function useDashboardTicks(
  sel: string | undefined,
  active: LatticeKind,
  layer: MapLayer | undefined,
  change: ChangeDashboard,
): DashboardTicks {
  const ticked = useMemo(() => {
    const wanted = new Set((sel ?? '').split(','));
    return new Set(layer?.cells.flatMap(({ target }) => (wanted.has(target) ? [target] : [])));
  }, [sel, layer]);
  const [before, setBefore] = useState<readonly { sel: string | undefined; layer: LatticeKind | undefined }[]>([]);
  const layerOf = (kind: LatticeKind) => (kind === 'qubit' ? undefined : kind);
  const write = (kind: LatticeKind, targets: Iterable<string>) => {
    const next = { sel: [...targets].join(',') || undefined, layer: layerOf(kind) };
    const now = { sel: [...ticked].join(',') || undefined, layer: layerOf(active) };
    if (next.sel === now.sel && next.layer === now.layer) return;
    setBefore([...before, now].slice(-mostUndone));
    change(next);
  };
  const last = before.at(-1);
  return {
    ticked,
    toggle: ({ kind, id }) => {
      // Ticks are of one layer: a tick on the other starts a new selection.
      write(kind, new Set(kind === active ? ticked : []).symmetricDifference(new Set([id])));
    },
    set: (targets) => write(active, targets),
    add: (targets) => write(active, new Set([...ticked, ...targets])),
    undo:
      last &&
      (() => {
        setBefore(before.slice(0, -1));
        change(last);
      }),
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
