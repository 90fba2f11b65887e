import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { type ArtifactKind, artifactPath, packKey } from '../../../runs/rules/artifact-path.ts';
import type { Artifact, TaskOutcome } from '../../../runs/rules/task-outcome.ts';
import type { ArtifactPaths } from '../write/task-update.ts';
import { packOf } from './pack.ts';

/** Under whose name artifacts are kept: a writer whose fence is old never overwrites another's. */
export interface ArtifactOwner {
  projectId: string;
  flowRunId: string;
  fence: number;
}

/** The files of one kind of a batch, by their names in the pack. */
interface Pack {
  files: Map<string, Uint8Array>;
  kind: ArtifactKind;
}

/**
 * Stores the figures of a batch in one object and its raw data in another, before the results that name them are
 * written: no result names what a crash leaves behind. The same batch makes the same bytes again.
 * @returns the paths by task id; a task without files has empty lists.
 */
export async function storeArtifacts(
  objects: ObjectStore,
  owner: ArtifactOwner,
  batchName: string,
  outcomes: readonly TaskOutcome[],
): Promise<Map<string, ArtifactPaths>> {
  const of = { projectId: owner.projectId, flowRunId: owner.flowRunId, pack: `${owner.fence}-${batchName}` };
  const figures: Pack = { kind: 'figures', files: new Map() };
  const raw: Pack = { kind: 'raw', files: new Map() };
  const add = (pack: Pack, artifact: Artifact): string => {
    const entry = uniqueName(pack.files, artifact.name);
    pack.files.set(entry, Buffer.from(artifact.body));
    return artifactPath({ ...of, kind: pack.kind, entry });
  };
  const paths = new Map<string, ArtifactPaths>();
  for (const outcome of outcomes) {
    const stored: ArtifactPaths = { figurePaths: [], jsonFigurePaths: [], rawDataPaths: [] };
    for (const figure of outcome.figures) {
      const list = figure.contentType.includes('json') ? stored.jsonFigurePaths : stored.figurePaths;
      list.push(add(figures, figure));
    }
    for (const artifact of outcome.rawData) stored.rawDataPaths.push(add(raw, artifact));
    paths.set(outcome.taskId, stored);
  }
  await Promise.all(
    [figures, raw]
      .filter(({ files }) => files.size > 0)
      .map(({ kind, files }) => objects.put(packKey({ ...of, kind }), packOf(files), 'application/zip')),
  );
  return paths;
}

/** Two tasks of a batch may call a file the same: the second name is numbered. */
function uniqueName(files: ReadonlyMap<string, unknown>, name: string): string {
  let free = name;
  for (let n = 2; files.has(free); n += 1) free = `${n}-${name}`;
  return free;
}
