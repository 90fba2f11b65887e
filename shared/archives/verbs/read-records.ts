import { chipJobEntity } from '../../chips/store/chips.ts';
import { digestOf } from '../../kernel/archive-digest.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { conflict, ServiceError } from '../../kernel/errors.ts';
import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { lineOf } from '../store/archive-lines.ts';
import { type Place, walkProject } from './archive-walk.ts';

/** Some records of a project's archive. */
export interface ArchiveRecords {
  /** Lines of JSON, without their breaks. */
  lines: string[];
  nextCursor: string | null;
  /** Tells what the page says, and where the next one begins, from anything else. */
  digest: string;
}

/** How much a page has: so many characters of lines, and no more than so many reads for them. */
const pageLimits = { characters: 1_500_000, steps: 500 };

/**
 * A page of the records of a project, in the order in which they are imported.
 * @throws ServiceError `invalid` for an invalid cursor; `conflict` while a chip is being created, imported into or
 * deleted, and while an index lags.
 */
export async function readArchiveRecords(
  ctx: ProjectContext,
  cursor: string | undefined,
  limits: typeof pageLimits = pageLimits,
): Promise<ArchiveRecords> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const lines: string[] = [];
  let [characters, steps] = [0, 0];
  for await (const { found, place } of walkProject(ctx, ctx.projectId, after)) {
    for (const [n, { item, place: behind }] of found.entries()) {
      const line = lineOfKnown(item);
      if (line === undefined) continue;
      lines.push(line);
      characters += line.length;
      if (characters >= limits.characters && n + 1 < found.length) return pageOf(lines, behind);
    }
    steps += 1;
    if (steps >= limits.steps || characters >= limits.characters) return pageOf(lines, place);
  }
  return pageOf(lines, undefined);
}

/** @throws ServiceError `conflict` for the job of a chip: its writes are not complete yet. */
function lineOfKnown(item: Item): string | undefined {
  if (item.entity === chipJobEntity.name) {
    const { chipId, kind } = chipJobEntity.decode(item);
    throw conflict(`Chip '${chipId}' is busy with a job ('${kind}'); export the project when it has ended`);
  }
  return lineOf(item);
}

function pageOf(lines: string[], place: Place | undefined): ArchiveRecords {
  const nextCursor = place ? encodeCursor(place) : null;
  return { lines, nextCursor, digest: digestOf(lines, nextCursor ?? '') };
}

const encodeCursor = ({ section, part, pk, sk }: Place): string =>
  Buffer.from(JSON.stringify([section, part, pk, sk])).toString('base64url');

/** A cursor is only a place in what is read for the project anyway: a forged one reads nothing else. */
function decodeCursor(cursor: string): Place {
  try {
    const [section, part, pk, sk, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isText = [part, pk, sk].every((text) => typeof text === 'string' && Buffer.byteLength(text) <= 2048);
    if (Number.isInteger(section) && section >= 0 && isText && more.length === 0) return { section, part, pk, sk };
  } catch {
    // Reported below, like any other invalid text.
  }
  throw new ServiceError('invalid_cursor', "cursor is not a 'next_cursor' of this list");
}
