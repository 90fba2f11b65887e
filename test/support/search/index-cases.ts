import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchChange, SearchIndex } from '#shared/search/index/port.ts';
import { makeNoteEvent } from './note-event.ts';

/** An index that a test fills. */
export interface IndexSubject {
  index: SearchIndex;
  /** Resolves when what was applied is found. */
  shown(): Promise<void>;
  close(): Promise<void>;
}

/** What every index that follows the table holds to (properties of a stream's consumer). */
export function describeIndex(name: string, open: () => Promise<IndexSubject>, options: { runs?: number } = {}): void {
  describe(`the ${name} index under a stream`, () => {
    let subject: IndexSubject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    test('a search index is the same whatever is repeated and in any order it comes', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ removed: fc.boolean(), repeats: fc.integer({ min: 1, max: 3 }) }), {
            minLength: 1,
            maxLength: 8,
          }),
          fc.infiniteStream(fc.nat()),
          fc.integer({ min: 1, max: 5 }),
          async (plan, order, batchSize) => {
            const projectId = `project-${randomUUID()}`;
            const events = plan.map((_, index) => makeNoteEvent({ projectId, content: `drift number${index}` }));
            const changes = plan.flatMap(({ removed, repeats }, index): SearchChange[] => {
              const event = events[index];
              if (!event) return [];
              const added: SearchChange = { kind: 'added', event };
              const gone: SearchChange = { kind: 'removed', projectId, eventId: event.eventId };
              return Array.from({ length: repeats }, () => (removed ? [added, gone] : [added])).flat();
            });
            const shuffled = changes
              .map((change) => ({ change, place: order.next().value ?? 0 }))
              .sort((one, other) => one.place - other.place)
              .map(({ change }) => change);
            for (let start = 0; start < shuffled.length; start += batchSize) {
              const batch = shuffled.slice(start, start + batchSize);
              expect(await subject.index.apply(batch)).toEqual(batch.map(() => undefined));
            }
            await subject.shown();
            const page = await subject.index.search({ projectId, text: 'drift', sort: 'newest', skip: 0, limit: 100 });
            const expected = events.filter((_, index) => !plan[index]?.removed).map(({ eventId }) => eventId);
            expect(page.hits.map((hit) => hit.event.eventId)).toEqual(expected.toReversed());
            expect(page.total).toBe(expected.length);
          },
        ),
        options.runs === undefined ? {} : { numRuns: options.runs },
      );
    });

    test(`the ${name} index names the events of a project that it lacks`, async () => {
      const projectId = `project-${randomUUID()}`;
      const events = ['one', 'two', 'three'].map((content) => makeNoteEvent({ projectId, content }));
      const [first, second, third] = events.map(({ eventId }) => eventId);
      await subject.index.apply(events.slice(0, 2).map((event) => ({ kind: 'added', event })));
      await subject.shown();
      const ids = [first, second, third].filter((id) => id !== undefined);
      expect(await subject.index.lacking(projectId, ids)).toEqual(new Set([third]));
      expect(await subject.index.lacking(`project-${randomUUID()}`, ids)).toEqual(new Set(ids));
      expect(await subject.index.lacking(projectId, [])).toEqual(new Set());
    });

    test('a search index takes no change at all, and answers for none', async () => {
      expect(await subject.index.apply([])).toEqual([]);
    });
  });
}
