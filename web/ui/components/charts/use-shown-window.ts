import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TimeWindow } from '../../../values/lib/analysis/time-window.ts';

/** The part of a history that is looked at, which the page's address keeps as `from` and `to`. */
export function useShownWindow(): [shown: TimeWindow | undefined, show: (next: TimeWindow | undefined) => void] {
  const navigate = useNavigate();
  const { from, to } = useSearch({ strict: false });
  const show = (next: TimeWindow | undefined) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, from: instantOf(next?.from), to: instantOf(next?.to) }),
      replace: true,
      resetScroll: false,
    });
  return [from && to ? { from: Date.parse(from), to: Date.parse(to) } : undefined, show];
}

const instantOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
