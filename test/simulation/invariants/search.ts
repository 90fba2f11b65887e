import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import type { SearchIndex } from '#shared/search/index/port.ts';
import { Violation } from '../world/world.ts';
import { textIn } from './table-text.ts';

/** Words with which every text of a history begins. */
const words = ['note', 'comment'];

/** The index has every event of the table's and no other, each once (rule STREAM-4). */
export async function checkSearch(table: MemoryTable, projectId: string, index: SearchIndex): Promise<void> {
  const events = table
    .all()
    .filter((item) => item.entity?.S === 'note-event' && textIn(item, 'projectId') === projectId);
  const ids = events.map((item) => textIn(item, 'eventId') ?? '');
  const lacking = await index.lacking(projectId, ids);
  if (lacking.size > 0) throw new Violation(`The index lacks the events ${[...lacking].join(', ')}`);
  for (const word of words) {
    const page = { projectId, text: word, sort: 'newest', skip: 0, limit: 100 } as const;
    const found = (await index.search(page)).hits.map(({ event }) => event.eventId).sort();
    const written = events
      .filter((item) => textIn(item, 'content')?.startsWith(`${word} `))
      .map((item) => textIn(item, 'eventId') ?? '')
      .sort();
    if (found.join() !== written.join())
      throw new Violation(`The index finds ${found.length} events of '${word}', and the table has ${written.length}`);
  }
}
