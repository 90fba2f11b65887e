import { createHash, randomUUID } from 'node:crypto';
import type { Client } from '#shared/api/client.ts';
import { lineOf } from '#shared/archives/store/archive-lines.ts';
import { beginningOf, digestWith } from '#shared/kernel/archive-digest.ts';
import { memberEntity, projectEntity } from '#shared/projects/store/projects.ts';
import { tagEntity } from '#shared/results/store/task-registry.ts';

/** An archive of a project, in memory. */
export interface MemoryArchive {
  projectId: string;
  head: string[];
  /** The lines of all parts: records, then files. */
  lines: string[];
  files: Map<string, Buffer>;
}

/** The body with which the import of an archive begins. */
export const beginningBody = ({ head, lines }: Pick<MemoryArchive, 'head' | 'lines'>, name?: string) => ({
  format: 1,
  head,
  lines: lines.length,
  digest: digestWith(beginningOf(head, name), lines),
  ...(name === undefined ? {} : { name }),
});

/** Reads a project as its export does. */
export async function readArchive(api: Client, url: string, projectId: string): Promise<MemoryArchive> {
  const params = { project_id: projectId };
  const { lines: head } = await api.getProjectArchive({ params });
  const lines: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: { lines: string[]; next_cursor: string | null } = await api.getProjectArchiveRecords({
      params,
      query: cursor === '' ? {} : { cursor },
    });
    lines.push(...page.lines);
    cursor = page.next_cursor ?? undefined;
  }
  const { files: listed } = await api.getProjectArchiveFiles({ params });
  const files = new Map<string, Buffer>();
  for (const { path, link } of listed) {
    const bytes = Buffer.from(await (await fetch(new URL(link.url, url))).arrayBuffer());
    files.set(path, bytes);
    lines.push(JSON.stringify({ kind: 'file', path, size_bytes: bytes.length, sha256: sha256Of(bytes) }));
  }
  return { projectId, head, lines, files };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Uploads those files of an archive that are not there, and answers how many. */
export async function uploadFiles(api: Client, import_id: string, archive: MemoryArchive): Promise<number> {
  const files = [...archive.files].map(([path, bytes]) => ({
    path,
    size_bytes: bytes.length,
    sha256: sha256Of(bytes),
  }));
  if (files.length === 0) return 0;
  const params = { project_id: archive.projectId };
  const { uploads } = await api.createProjectImportUploads({ params, body: { import_id, files } });
  for (const { path, url, headers } of uploads) {
    const response = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(archive.files.get(path) ?? []) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  return uploads.length;
}

/** Imports an archive, so many lines at a time. */
export async function importArchive(api: Client, archive: MemoryArchive, atOnce = 200): Promise<void> {
  await finishImport(api, archive, await sendArchive(api, archive, atOnce));
}

/** Sends an archive, and leaves its import to be finished or given up. */
export async function sendArchive(api: Client, archive: MemoryArchive, atOnce = 200): Promise<string> {
  const params = { project_id: archive.projectId };
  const { import_id, taken } = await api.createProjectImport({ params, body: beginningBody(archive) });
  await uploadFiles(api, import_id, archive);
  for (let from = taken; from < archive.lines.length; from += atOnce)
    await api.appendProjectImportLines({
      params,
      body: { import_id, from, lines: archive.lines.slice(from, from + atOnce) },
    });
  return import_id;
}

export async function finishImport(api: Client, { projectId }: MemoryArchive, import_id: string): Promise<void> {
  const params = { project_id: projectId };
  while ((await api.finishProjectImport({ params, body: { import_id } })).status !== 'finished');
}

/** The archive of a user's project that has one tag. */
export function tinyArchive({ userId, username }: { userId: string; username: string }, name: string): MemoryArchive {
  const projectId = randomUUID();
  const at = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z' };
  const of = { ownerUserId: userId, ownerUsername: username };
  const project = { projectId, name, tags: [], defaultRole: 'viewer' as const, ...of, ...at };
  const member = { projectId, userId, username, role: 'owner' as const, status: 'active' as const, ...at };
  const lines = (items: Record<string, unknown>[]) => items.flatMap((item) => lineOf(item) ?? []);
  return {
    projectId,
    head: lines([projectEntity.encode(project, 1), memberEntity.encode(member, 1)]),
    lines: lines([tagEntity.encode({ projectId, name: 'cold', username, createdAt: at.createdAt }, 1)]),
    files: new Map(),
  };
}
