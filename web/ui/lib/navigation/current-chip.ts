import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lastChip, useLastChip } from '../../../statistics/lib/overview/last-chip.ts';
import { allChipsQuery } from '../api/queries.ts';
import type { ChipSummary } from '../api/wire.ts';
import { chipOfPage } from './places.ts';

/**
 * The chip of the navigation: that of the page, else the last one viewed, else the last one measured (rule NAV-2). A
 * chip outside the project is ignored.
 * @param chips undefined as long as they are not known
 */
export function chooseChip(
  chips: readonly Pick<ChipSummary, 'chip_id' | 'last_calibrated_at'>[] | undefined,
  ofPage: string | undefined,
  last: string | undefined,
): string | undefined {
  if (chips === undefined) return ofPage ?? last;
  const isThere = (id: string | undefined) => chips.some((chip) => chip.chip_id === id);
  if (isThere(ofPage)) return ofPage;
  if (isThere(last)) return last;
  const measured = chips.toSorted((a, b) => (b.last_calibrated_at ?? '').localeCompare(a.last_calibrated_at ?? ''));
  return measured[0]?.chip_id;
}

export interface CurrentChip {
  chipId: string | undefined;
  /** Every chip of the project; undefined until they are known. */
  chips: readonly ChipSummary[] | undefined;
}

/** The chip that the navigation is about, in a project; the one of the page is remembered as the last. */
export function useCurrentChip(isReady: boolean): CurrentChip {
  const ofPage = useLocation({
    select: ({ pathname, search }) => chipOfPage(pathname, search),
  });
  const last = useLastChip();
  const { data: chips } = useQuery({ ...allChipsQuery(), enabled: isReady });
  const isKnown = chips?.some((chip) => chip.chip_id === ofPage) ?? false;
  useEffect(() => {
    if (isKnown) lastChip.set(ofPage);
  }, [isKnown, ofPage]);
  return { chipId: chooseChip(chips, ofPage, last), chips };
}
