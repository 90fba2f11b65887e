import { createContext, useContext } from 'react';
import type { MetricsView } from '../../../values/lib/metrics/view.ts';

/** The past time that a page shows instead of the present. */
export interface Past {
  /** As the address has it: a day, which means its end, or an instant. */
  at: string;
  /** The same in the form of the API; undefined for a day that is not over, which is the present. */
  asOf: string | undefined;
  view: MetricsView;
}

export const PastContext = createContext<Past | undefined>(undefined);

/** The past that the page shows; undefined where it shows how it is. */
export const usePast = (): Past | undefined => useContext(PastContext);

const ofNow: MetricsView = {};

/** The values that the page is about. */
export const usePastView = (): MetricsView => usePast()?.view ?? ofNow;

/** What a link to another page of the chip has in its address, so that the past is kept. */
export function usePastSearch(): { as_of?: string } {
  const past = usePast();
  return past ? { as_of: past.at } : {};
}
