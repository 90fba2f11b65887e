import { currentProject } from '../../../ui/lib/api/session.ts';
import { storedValue } from '../../../ui/lib/browser/stored-value.ts';

/** When a chip was looked at: the visit that goes on, and the one before it. Milliseconds since the epoch. */
export interface Visits {
  last: number;
  before?: number;
}

/** A return within this time, by a reload or from another page, counts as the same visit. */
const sameVisitMs = 30 * 60_000;

/** Chips of which a browser remembers it. */
const mostChips = 50;

const stored = storedValue('fiducial.visits');

/** The visits of a chip once it is looked at now. */
export function visitNow(visits: Visits | undefined, now: number): Visits {
  if (!visits) return { last: now };
  return now - visits.last < sameVisitMs ? { ...visits, last: now } : { last: now, before: visits.last };
}

/** Keeps in the browser that a chip is looked at now; when it was before that, undefined where it never was. */
export function keepVisit(chipId: string, now: number): string | undefined {
  const key = `${currentProject() ?? ''} ${chipId}`;
  const all = read(stored.get());
  const visits = visitNow(all[key], now);
  const kept = Object.entries({ ...all, [key]: visits }).sort(([, a], [, b]) => b.last - a.last);
  stored.set(JSON.stringify(Object.fromEntries(kept.slice(0, mostChips))));
  return visits.before === undefined ? undefined : new Date(visits.before).toISOString();
}

function read(text: string | undefined): Record<string, Visits> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, Visits>) : {};
  } catch {
    return {};
  }
}
