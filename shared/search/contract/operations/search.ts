import * as z from 'zod';
import { NOTE_EVENT_SCOPES } from '#shared/notes/rules/event.ts';
import { define } from '../../../api/define.ts';
import { chipId, completeUntil, instantInput, integerParam, metricKey } from '../../../api/schemas/common.ts';
import { foundNoteEvent } from '../../../notes/contract/schemas/notes.ts';

const text = (max: number) =>
  z
    .string()
    .refine(
      (value) => value.isWellFormed() && value !== '' && [...value].length <= max,
      `must be 1 to ${max} characters`,
    )
    .meta({ minLength: 1, maxLength: max });

/** Text search over the audit feed of notes (docs/design/streams-and-search.md#search). */
export const searchOperations = {
  searchNoteEvents: define('searchNoteEvents', {
    summary: 'Find note events by their text, in the whole project',
    description:
      'English is found in any form of a word, Chinese, Japanese and Korean by its characters, and a "phrase in quotes" exactly. An edit is found a few seconds after it was made.',
    query: z.object({
      q: text(256).meta({ example: 'flux drift' }),
      chip_id: chipId.optional(),
      scope: z.enum(NOTE_EVENT_SCOPES).optional(),
      target_id: text(129).optional().meta({ description: 'A coupling is found under either order of its qubits' }),
      metric_key: metricKey.optional().meta({ description: 'Only what was noted on this metric' }),
      actor: text(64).optional().meta({ description: 'Username' }),
      action: z.enum(['upsert', 'delete']).optional(),
      start_at: instantInput.optional().meta({ description: 'Made then or later' }),
      end_at: instantInput.optional().meta({ description: 'Made then or before' }),
      sort: z.enum(['relevance', 'newest']).default('relevance'),
      skip: integerParam({ min: 0, fallback: 0 }),
      limit: integerParam({ min: 1, max: 100, fallback: 20 }),
    }),
    status: 200,
    response: z.object({
      events: z.array(foundNoteEvent),
      total: z.int().nullable().meta({ description: 'All events that match; null where not all were looked at' }),
      skip: z.int(),
      limit: z.int(),
      complete: z
        .boolean()
        .meta({ description: 'False where a search without an index stopped before the oldest event' }),
      complete_until: completeUntil('Every event that was written'),
    }),
  }),
};
