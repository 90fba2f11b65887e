import type { NoteEventRecord } from '../../notes/store/note-events.ts';
import type { EmbeddedSearch } from './embedded.ts';
import type { OpenSearch } from './open-search.ts';
import type { SearchChange, SearchIndex } from './port.ts';

/** Most events of one bulk request: a note has at most 20 KB. */
const batchSize = 250;

export interface RebuildResult {
  indexed: number;
  /** Events that the index refused, with the reasons. */
  refused: { eventId: string; reason: string }[];
}

type Pages = AsyncIterable<NoteEventRecord[]>;

/** Rebuilds the index of one machine; its consumer must not run meanwhile. */
export async function rebuildEmbedded(index: EmbeddedSearch, pages: Pages): Promise<RebuildResult> {
  index.clear();
  const result = await fill(pages, (changes) => index.apply(changes));
  index.markBuilt();
  return result;
}

/**
 * Rebuilds the index of OpenSearch next to the present one, which answers until the alias is moved. `scan` is read
 * twice: events that were written during the first reading went to the index that is deleted by then.
 */
export async function rebuildOpenSearch(index: OpenSearch, scan: () => Pages): Promise<RebuildResult> {
  const begun = new Date(Date.now() - clockMarginMilliseconds).toISOString();
  const next = await index.createNextIndex();
  const result = await fill(scan(), (changes) => index.applyTo(next, changes));
  await index.swapTo(next);
  const late = await fill(since(scan(), begun), (changes) => index.apply(changes));
  // An event that was refused twice is reported once.
  const refused = new Map([...result.refused, ...late.refused].map((refusal) => [refusal.eventId, refusal]));
  return { indexed: result.indexed, refused: [...refused.values()] };
}

/** Tolerance for a writer's clock that is behind ours, and for the time from a write until it is in the table. */
const clockMarginMilliseconds = 15 * 60_000;

async function* since(pages: Pages, from: string): Pages {
  for await (const events of pages) yield events.filter(({ createdAt }) => createdAt >= from);
}

async function fill(pages: Pages, apply: SearchIndex['apply']): Promise<RebuildResult> {
  const result: RebuildResult = { indexed: 0, refused: [] };
  for await (const events of pages) {
    for (let start = 0; start < events.length; start += batchSize) {
      const batch = events.slice(start, start + batchSize);
      const failures = await apply(batch.map((event): SearchChange => ({ kind: 'added', event })));
      for (const [index, event] of batch.entries()) {
        const reason = failures[index];
        if (reason === undefined) result.indexed += 1;
        else result.refused.push({ eventId: event.eventId, reason });
      }
    }
  }
  return result;
}
