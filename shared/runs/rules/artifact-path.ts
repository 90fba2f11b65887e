/**
 * Paths of figures and raw data on the wire. They name project, run, pack and file, never a place on a server: every
 * reader is checked against the project in the path (rule AUTH-15).
 */

/** What a file is: figures stay, raw data has a life cycle of its own. */
export type ArtifactKind = 'figures' | 'raw';

/** The folders in which objects are kept, one of every project in each. */
export const objectFolders = ['figures', 'images', 'raw', 'results', 'snapshots', 'downloads'] as const;
export type ObjectFolder = (typeof objectFolders)[number];

/** The folders with permanent, readable objects: these go into an archive of a project. */
export const archivedFolders = [
  'figures',
  'images',
  'raw',
  'results',
  'snapshots',
] as const satisfies readonly ObjectFolder[];

/** What a path names. */
export interface ArtifactRef {
  kind: ArtifactKind;
  projectId: string;
  flowRunId: string;
  /** The files of one batch of a run are packed into one object. */
  pack: string;
  /** File name within the pack. */
  entry: string;
}

/** One part of a path: one or two dots would be a folder in stores that use files. */
export const encodeSegment = (text: string): string =>
  encodeURIComponent(text).replace(/^\.+$/, (dots) => dots.replaceAll('.', '%2E'));

/** The inverse of `encodeSegment`; undefined for a text that it does not make. */
export function decodeSegment(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return encodeSegment(decoded) === text ? decoded : undefined;
  } catch {
    return undefined;
  }
}

export const artifactPath = ({ kind, projectId, flowRunId, pack, entry }: ArtifactRef): string =>
  [kind, ...[projectId, flowRunId, pack, entry].map(encodeSegment)].join('/');

/** What the paths of all raw data of a run begin with. */
export const rawDataFolder = (projectId: string, flowRunId: string): string =>
  ['raw', ...[projectId, flowRunId].map(encodeSegment)].join('/');

/** What a path names; undefined for a text that `artifactPath` does not make. */
export function parseArtifactPath(path: string): ArtifactRef | undefined {
  const [kind, ...encoded] = path.split('/');
  if ((kind !== 'figures' && kind !== 'raw') || encoded.length !== 4) return undefined;
  const [projectId, flowRunId, pack, entry] = encoded.map(decodeSegment);
  if (!projectId || !flowRunId || !pack || !entry) return undefined;
  return { kind, projectId, flowRunId, pack, entry };
}

/** A file that an import adopted under the path that it had on another server. */
export interface AdoptedRef {
  kind: ArtifactKind;
  projectId: string;
  /** Its absolute path there. */
  path: string;
  /** The file's name. */
  entry: string;
}

/** What an absolute path names; undefined for any other path. */
export const parseAdoptedPath = (path: string, of: Pick<AdoptedRef, 'kind' | 'projectId'>): AdoptedRef | undefined =>
  path.startsWith('/') && !path.endsWith('/') && path.isWellFormed()
    ? { ...of, path, entry: path.slice(path.lastIndexOf('/') + 1) }
    : undefined;

/** Longest name of a file where objects are files, in bytes. */
const longestName = 255;

/** The key of the object of an adopted file; undefined for a path that no key can have. */
export function adoptedPath({ kind, projectId, path }: Omit<AdoptedRef, 'entry'>): string | undefined {
  const key = [kind, ...[projectId, 'adopted', path].map(encodeSegment)].join('/');
  const isName = encodeSegment(path).length <= longestName;
  return path.startsWith('/') && isName && isArchivedPath(projectId, key) ? key : undefined;
}

/** The key of the object that holds a pack. */
export const packKey = ({ kind, projectId, flowRunId, pack }: Omit<ArtifactRef, 'entry'>): string =>
  `${[kind, ...[projectId, flowRunId, pack].map(encodeSegment)].join('/')}.zip`;

/** The key of the object that holds what a run started from. */
export const snapshotKey = (of: { projectId: string; flowRunId: string; name: string }): string =>
  `${['snapshots', ...[of.projectId, of.flowRunId, of.name].map(encodeSegment)].join('/')}.json.deflate`;

/** The key of a file with task results of a chip that were taken out of the table. */
export const resultsKey = (of: { projectId: string; chipId: string; month: string; name: string }): string =>
  `${['results', ...[of.projectId, of.chipId, of.month, of.name].map(encodeSegment)].join('/')}.parquet`;

/** The key of an object that was made to be downloaded, and goes after a day. */
export const downloadKey = (projectId: string, name: string): string =>
  ['downloads', ...[projectId, name].map(encodeSegment)].join('/');

/** The folder of an image of a text, which has one object. */
export const imageFolder = (projectId: string, digest: string): string =>
  ['images', ...[projectId, digest].map(encodeSegment)].join('/');

/** The folders of everything that is kept of a project. */
export const projectFolders = (projectId: string): string[] =>
  objectFolders.map((folder) => `${folder}/${encodeSegment(projectId)}`);

/** The folders of a project whose objects are in its archive, in the order of their keys. */
export const archivedProjectFolders = (projectId: string): string[] =>
  archivedFolders.map((folder) => `${folder}/${encodeSegment(projectId)}`);

/** Whether a path is that of an object which an archive of the project may have: of safe parts, in one of its folders. */
export function isArchivedPath(projectId: string, path: string): boolean {
  const isOwn = archivedProjectFolders(projectId).some((folder) => path.startsWith(`${folder}/`));
  const parts = path.split('/');
  return isOwn && path.length <= 1024 && parts.every((part) => /^[\w.!~*'()%-]+$/.test(part) && !/^\.+$/.test(part));
}

/** Content types by the ending of a file's name; whatever else is only bytes. */
const contentTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  csv: 'text/csv',
};

/** The content type of a file by its name. */
export const contentTypeOf = (entry: string): string =>
  contentTypes[entry.slice(entry.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
