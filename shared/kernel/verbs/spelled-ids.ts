import type { ProjectReads } from '../context.ts';
import { CRYO_ID_MAX_LENGTH, isResourceId, RESOURCE_ID_MAX_LENGTH } from '../rules/ids.ts';
import { getItem } from '../store/dynamodb/database.ts';
import { chipKeys, cooldownKeys, type Key, projectKeys } from '../store/keys.ts';

/** Fields of requests that name something of a project, each with the key of what it names. */
const named: Readonly<Record<string, { maxLength: number; keyOf: (projectId: string, id: string) => Key }>> = {
  chip_id: { maxLength: RESOURCE_ID_MAX_LENGTH, keyOf: chipKeys.chip },
  chip_ids: { maxLength: RESOURCE_ID_MAX_LENGTH, keyOf: chipKeys.chip },
  cryo_id: { maxLength: CRYO_ID_MAX_LENGTH, keyOf: cooldownKeys.cryostat },
  cooldown_id: { maxLength: CRYO_ID_MAX_LENGTH, keyOf: cooldownKeys.cooldown },
  topology_id: { maxLength: RESOURCE_ID_MAX_LENGTH, keyOf: projectKeys.topology },
};

type Part = Readonly<Record<string, unknown>>;

/** The stored form of a new id (rule ID-9); undefined if that is the same, or not an id. */
function keptForm(id: string, maxLength: number): string | undefined {
  const form = id.normalize('NFKC');
  return form !== id && isResourceId(form, maxLength) ? form : undefined;
}

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');

/** Whether a part of a request names something in other characters than it would be kept in. */
export const hasSpelledIds = (part: unknown): boolean =>
  typeof part === 'object' &&
  part !== null &&
  Object.entries(named).some(([field, { maxLength }]) =>
    idsOf((part as Part)[field]).some((id) => keptForm(id, maxLength) !== undefined),
  );

/** A part of a request with the ids that the project has: an id as given where something has it, else its NFKC form (rule ID-9). */
export async function withKeptIds(
  { db, projectId }: Pick<ProjectReads, 'db' | 'projectId'>,
  part: Part,
): Promise<Part> {
  const kept: Record<string, unknown> = { ...part };
  for (const [field, { maxLength, keyOf }] of Object.entries(named)) {
    const given = part[field];
    const one = async (id: unknown): Promise<unknown> => {
      const form = typeof id === 'string' ? keptForm(id, maxLength) : undefined;
      if (form === undefined) return id;
      return isResourceId(String(id), maxLength) && (await getItem(db, keyOf(projectId, String(id)))) ? id : form;
    };
    if (idsOf(given).length > 0)
      kept[field] = Array.isArray(given) ? await Promise.all(given.map(one)) : await one(given);
  }
  return kept;
}
