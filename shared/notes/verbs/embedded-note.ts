import type { NoteRecord } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';

/**
 * The note of a record once its content is `content`; undefined or null leaves it. To clear a note that was never set
 * leaves it so.
 */
export function editedNote(ctx: ProjectContext, note: NoteRecord, content: string | null | undefined): NoteRecord {
  if (content == null || (content === '' && note.updatedAt === undefined)) return note;
  return { content, updatedBy: ctx.actor.user.username, updatedAt: nowOf(ctx) };
}
