import { decodeCouplingId, decodePart, decodeQid, decodeTarget, type Key, type TargetRef } from './parts.ts';

/** What a primary key stands for; undefined for a key that no builder makes. */
export type ParsedKey =
  | { entity: 'project'; projectId: string }
  | { entity: 'member'; projectId: string; username: string }
  | { entity: 'chip'; projectId: string; chipId: string }
  | { entity: 'topology'; projectId: string; topologyId: string }
  | { entity: 'cryostat'; projectId: string; cryoId: string }
  | { entity: 'cooldown'; projectId: string; cooldownId: string }
  | { entity: 'qubit' | 'coupling'; projectId: string; chipId: string; id: string }
  | ({ entity: 'note'; projectId: string; chipId: string } & ParsedNote)
  | { entity: 'note-event'; projectId: string; chipId: string; createdAt: string; eventId: string }
  | {
      entity: 'sample';
      projectId: string;
      chipId: string;
      metric: string;
      target: TargetRef;
      at: string;
      sampleId: string;
    }
  | { entity: 'user'; userId: string }
  | { entity: 'username'; username: string }
  | { entity: 'token'; userId: string; tokenId: string }
  | { entity: 'membership'; userId: string; projectId: string };

/** The parts of a note's key besides its chip: its subject and, unless it is a comment or a task's, its scope. */
export type ParsedNote =
  | { subject: { level: 'chip' }; scope: { key: string } }
  | { subject: { level: 'target'; target: TargetRef }; scope: { key: string } }
  | { subject: { level: 'metric'; target: TargetRef; metric: string }; scope: { key: string } }
  | { subject: { level: 'comment'; target: TargetRef; commentId: string } }
  | { subject: { level: 'task'; taskId: string } };

/** The project that an item of a partition belongs to; undefined for items of users and of the service. */
export function projectIdOf({ pk }: Pick<Key, 'pk'>): string | undefined {
  const [kind, projectId] = pk.split('#');
  return kind === 'P' && projectId !== undefined ? decodePart(projectId) : undefined;
}

/** The inverse of the builders for the entities that a stream consumer or a test must recognise. */
export function parseKey(key: Key): ParsedKey | undefined {
  const pk = key.pk.split('#');
  const sk = key.sk.split('#');
  if (pk[0] === 'USER' && pk.length === 2) return parseUserKey(decodePart(pk[1] ?? ''), sk);
  if (pk[0] === 'USERNAME' && pk.length === 2) return { entity: 'username', username: decodePart(pk[1] ?? '') };
  if (pk[0] !== 'P') return undefined;
  const projectId = decodePart(pk[1] ?? '');
  if (pk.length === 2) return parseProjectKey(projectId, sk);
  return pk[2] === 'C' ? parseChipKey(projectId, decodePart(pk[3] ?? ''), pk.slice(4), sk) : undefined;
}

function parseChipKey(projectId: string, chipId: string, part: string[], sk: string[]): ParsedKey | undefined {
  const [tag = '', id = ''] = sk;
  switch (part[0]) {
    case undefined:
      if (tag === 'QUBIT') return { entity: 'qubit', projectId, chipId, id: decodeQid(id) };
      return tag === 'COUPLING' ? { entity: 'coupling', projectId, chipId, id: decodeCouplingId(id) } : undefined;
    case 'EV':
      return { entity: 'note-event', projectId, chipId, createdAt: tag, eventId: decodePart(id) };
    case 'M':
      return parseSampleKey(projectId, chipId, decodePart(part[1] ?? ''), sk);
    case 'NOTES': {
      const note = parseNoteKey(sk);
      return note && { entity: 'note', projectId, chipId, ...note };
    }
    default:
      return undefined;
  }
}

function parseUserKey(userId: string, [tag, id = '']: string[]): ParsedKey | undefined {
  if (tag === 'USER') return { entity: 'user', userId };
  if (tag === 'TOKEN') return { entity: 'token', userId, tokenId: decodePart(id) };
  if (tag === 'PROJECT') return { entity: 'membership', userId, projectId: decodePart(id) };
  return undefined;
}

function parseProjectKey(projectId: string, [tag, id = '']: string[]): ParsedKey | undefined {
  if (tag === 'META') return { entity: 'project', projectId };
  if (tag === 'MEMBER') return { entity: 'member', projectId, username: decodePart(id) };
  if (tag === 'CHIP') return { entity: 'chip', projectId, chipId: decodePart(id) };
  if (tag === 'CRYO') return { entity: 'cryostat', projectId, cryoId: decodePart(id) };
  if (tag === 'COOLDOWN') return { entity: 'cooldown', projectId, cooldownId: decodePart(id) };
  if (tag === 'TOPO') return { entity: 'topology', projectId, topologyId: decodePart(id) };
  return undefined;
}

function parseNoteKey([tag, first = '', second = '', third = '']: string[]): ParsedNote | undefined {
  const scoped = (key: string) => ({ scope: { key: decodePart(key) } });
  if (tag === 'CHIP') return { subject: { level: 'chip' }, ...scoped(first) };
  if (tag === 'TR') return { subject: { level: 'task', taskId: decodePart(first) } };
  const target = decodeTarget(first);
  if (!target) return undefined;
  if (tag === 'M') return { subject: { level: 'metric', target, metric: decodePart(second) }, ...scoped(third) };
  if (tag !== 'T') return undefined;
  if (second === 'N') return { subject: { level: 'target', target }, ...scoped(third) };
  return second === 'CM' ? { subject: { level: 'comment', target, commentId: decodePart(third) } } : undefined;
}

function parseSampleKey(projectId: string, chipId: string, metric: string, sk: string[]): ParsedKey | undefined {
  const [at = '', encodedTarget = '', sampleId = ''] = sk;
  const target = decodeTarget(encodedTarget);
  return target && { entity: 'sample', projectId, chipId, metric, target, at, sampleId: decodePart(sampleId) };
}
