import { createHash } from 'node:crypto';
import { fileOf, isFileLine } from '#shared/archives/store/archived-items.ts';
import { beginImport } from '#shared/archives/verbs/import/begin-import.ts';
import { finishImport } from '#shared/archives/verbs/import/finish-import.ts';
import { askForUploads } from '#shared/archives/verbs/import/import-files.ts';
import type { ImportRef, ImportState } from '#shared/archives/verbs/import/import-state.ts';
import { abandonImport } from '#shared/archives/verbs/import/remove-import.ts';
import { takeLines } from '#shared/archives/verbs/import/take-lines.ts';
import { readArchiveHead } from '#shared/archives/verbs/read-archive.ts';
import { readArchiveRecords } from '#shared/archives/verbs/read-records.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { beginningOf, digestWith } from '#shared/kernel/archive-digest.ts';
import type { UserContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { getProject, memberEntity, memberMirrorEntity } from '#shared/projects/store/projects.ts';
import { createProject } from '#shared/projects/verbs/projects.ts';
import type { Purging } from '#shared/projects/verbs/purge-project.ts';
import { archivedProjectFolders } from '#shared/runs/rules/artifact-path.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { type MemoryObjects, memoryUploads } from '#test/support/engine/memory-objects.ts';
import type { Stage } from './holder-case.ts';

/** An archive in memory. */
export interface SceneArchive {
  projectId: string;
  head: string[];
  lines: string[];
  files: Map<string, Uint8Array>;
  /** Unless its own. */
  name: string | undefined;
  /** It has base records only. */
  isBase?: boolean;
  /** Its records go into a project that was imported before. */
  isDelta?: boolean;
}

/** The user who imports, and the sweep. */
export interface ImportScene {
  ctx: UserContext & Purging & { objects: MemoryObjects; uploads: ReturnType<typeof memoryUploads> };
  archive: SceneArchive;
}

/** Imports are in this year, and what they bring is older. */
const year = '2030';
/** Seconds after which nothing that was given out for an import is good. */
const uploadsOver = 660;

/** A service with its users and without projects but their own ones, and an import in it. */
export async function importScene({ verbs, pauses }: Stage, archive: SceneArchive): Promise<ImportScene> {
  await verbs.empty();
  verbs.now = new Date(`${year}-01-01T12:00:00.000Z`);
  const alice = await verbs.member('alice');
  await verbs.member('bob');
  const objects = pauses.port(verbs.ctx.objects);
  const uploads = memoryUploads(verbs.ctx.objects, verbs.ctx.clock);
  const signing = { ...uploads, sign: pauses.port(uploads).sign };
  return { ctx: { ...verbs.ctx, actor: alice.actor, objects, uploads: signing }, archive };
}

/** A project with a chip of so many qubits, a note, a member and files, as its export reads it. */
async function labArchive({ verbs }: Pick<Stage, 'verbs'>, qubits: number): Promise<SceneArchive> {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  const alice = await verbs.member('alice');
  const { projectId } = await createProject(alice, { name: 'Lab', tags: ['cold'] });
  const owner = await verbs.inProject(alice, projectId);
  const { user } = (await verbs.member('bob')).actor;
  const at = { createdAt: verbs.now.toISOString(), updatedAt: verbs.now.toISOString() };
  const bob = { projectId, userId: user.userId, username: 'bob', role: 'editor', status: 'active', ...at } as const;
  await batchWriteItems(verbs.db, [{ put: memberEntity.encode(bob, 1) }, { put: memberMirrorEntity.encode(bob, 1) }]);
  await createChip(owner, { chipId: 'chip', topologyId: `linear-${qubits}` });
  await updateParameters(owner, { chipId: 'chip', qid: '0', parameters: { t1: { value: 5 } } });
  await upsertNote(owner, { note: { chipId: 'chip', level: 'chip' }, scope: {} }, 'kept');
  const lines: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readArchiveRecords(owner, cursor);
    lines.push(...page.lines);
    cursor = page.nextCursor;
  }
  const { lines: head } = await readArchiveHead(owner);
  const paths = archivedProjectFolders(projectId).map((folder) => `${folder}/20250301-001/kept.svg`);
  const files = new Map(paths.map((path) => [path, Buffer.from(`<svg>${path}</svg>`)]));
  return { projectId, head, name: undefined, files, lines: [...lines, ...linesOf(files)] };
}

/** An archive, and the items that an undisturbed import of it leaves. */
export interface Undisturbed {
  archive: SceneArchive;
  whole: Map<string, string>;
}

const known = new WeakMap<Stage['verbs'], Map<number, Undisturbed>>();

/** The archive of a chip of so many qubits, imported once undisturbed; made once for all that is done on an engine. */
export async function undisturbedIn(stage: Stage, qubits: number): Promise<Undisturbed> {
  const bySize = known.get(stage.verbs) ?? new Map<number, Undisturbed>();
  known.set(stage.verbs, bySize);
  const found = bySize.get(qubits);
  if (found) return found;
  const archive = await labArchive(stage, qubits);
  await bringToEndIn(await importScene(stage, archive));
  const made = { archive, whole: await enteredIn(stage, archive) };
  bySize.set(qubits, made);
  return made;
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const linesOf = (files: Map<string, Uint8Array>): string[] =>
  [...files].map(([path, bytes]) =>
    JSON.stringify({ kind: 'file', path, size_bytes: bytes.length, sha256: sha256Of(bytes) }),
  );

/** The project at another time: of another name, with some of its records and the same files with other bytes. */
export function otherOf({ projectId, head, lines, files }: SceneArchive): SceneArchive {
  const records = lines.filter((line) => !isFileLine(line));
  const others = new Map([...files.keys()].map((path) => [path, Buffer.from(`<svg>another ${path}</svg>`)]));
  const kept = records.filter((_, n) => n % 3 > 0);
  return { projectId, head, name: 'Another', files: others, lines: [...kept, ...linesOf(others)] };
}

/** Begins to import, or says how far it has come. */
export const beginIn = ({ ctx, archive }: ImportScene): Promise<ImportState> => {
  const { projectId, head, name, lines, isBase, isDelta } = archive;
  return beginImport(ctx, {
    ...{ projectId, head, name, lines: lines.length, isBase, isDelta },
    digest: digestWith(beginningOf(head, name), lines),
  });
};

/** Asks where the files of an archive go, and writes them there. */
export async function sendFilesIn({ ctx, archive }: ImportScene, ref: ImportRef): Promise<void> {
  const files = archive.lines.filter(isFileLine).map(fileOf);
  for (const { path, url } of await askForUploads(ctx, { projectId: ref.projectId, importId: ref.importId, files }))
    ctx.uploads.write(url, archive.files.get(path) ?? new Uint8Array());
}

/** Sends the lines from one to another in one request. */
export const sendLinesIn = (
  { ctx, archive }: ImportScene,
  { projectId, importId }: ImportRef,
  from: number,
  to?: number,
): Promise<ImportState> => takeLines(ctx, { projectId, importId, from, lines: archive.lines.slice(from, to) });

/** Imports as the command line does, from wherever it has come to, in portions of so many lines. */
export async function bringToEndIn(scene: ImportScene, atOnce = 70): Promise<ImportState> {
  const { ctx, archive } = scene;
  let state = await beginIn(scene);
  if (state.status === 'entering') await sendFilesIn(scene, state);
  while (state.taken < archive.lines.length) state = await sendLinesIn(scene, state, state.taken, state.taken + atOnce);
  while (state.status !== 'finished') state = await finishImport(ctx, state);
  return state;
}

/** Time passes, and the sweep comes. */
export async function sweepLaterIn({ verbs }: Pick<Stage, 'verbs'>, { ctx }: ImportScene): Promise<void> {
  verbs.now = new Date(verbs.now.getTime() + uploadsOver * 1000);
  await sweepPending(ctx);
}

/** Gives an import up, and has it removed. */
export async function giveUpIn(stage: Pick<Stage, 'verbs'>, scene: ImportScene): Promise<void> {
  await abandonImport(scene.ctx, scene.archive.projectId);
  await sweepLaterIn(stage, scene);
}

/** The items that belong to a project or to its import, by key, without the ids that an import draws and its time. */
export const enteredIn = async (stage: Pick<Stage, 'verbs'>, archive: SceneArchive): Promise<Map<string, string>> =>
  new Map(await itemsIn(stage, archive));

/** The same as a sorted list: items whose keys have only drawn ids and times between them are all there. */
export async function itemsIn(
  { verbs }: Pick<Stage, 'verbs'>,
  archive: SceneArchive,
): Promise<[key: string, item: string][]> {
  const fixed = new Set(`${archive.head.join()}${archive.lines.join()}`.match(ids) ?? []);
  const same = (text: string) =>
    text
      .replaceAll(ids, (id) => (fixed.has(id) ? id : 'drawn'))
      .replaceAll(new RegExp(`${year}-[-0-9T:.]+Z`, 'g'), 'then');
  const own = [...(await verbs.table())].filter((item) => item.join().includes(archive.projectId));
  return own.map(([key, text]): [string, string] => [same(key), same(text)]).sort();
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Whether the project exists. */
export const isThereIn = async ({ verbs }: Pick<Stage, 'verbs'>, { projectId }: SceneArchive): Promise<boolean> =>
  (await getProject(verbs.db, projectId)) !== undefined;

/** The files of the project, by path. */
export const filesIn = ({ verbs }: Pick<Stage, 'verbs'>): Record<string, string> =>
  Object.fromEntries([...verbs.ctx.objects.kept].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]));

/** The files that the project has when it is there. */
export const filesOf = ({ files }: SceneArchive): Record<string, string> =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]));
