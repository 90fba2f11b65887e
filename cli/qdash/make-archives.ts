import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse as parseYaml } from 'yaml';
import { archiveFormat } from '#shared/archives/contract/archive-format.ts';
import { boundedReport, type ImportReport } from '#shared/archives/rules/import-report.ts';
import { RESOURCE_ID_MAX_LENGTH, resourceIdRule } from '#shared/kernel/rules/ids.ts';
import { version } from '#shared/kernel/version.ts';
import { fileNameOf, type Manifest, manifestName } from '../archive/manifest.ts';
import { type TarSource, tarOf } from '../archive/tar.ts';
import { Failure } from '../failure.ts';
import { type Doc, textOf } from './document.ts';
import { type Dump, openDump } from './dump.ts';
import { NamedFiles } from './files.ts';
import { headOf, nameOfProject } from './head.ts';
import { KeptDocuments, type KeptFile } from './kept-documents.ts';
import type { Line } from './lines.ts';
import { mapDump } from './map-dump.ts';
import { mostLevels } from './nesting.ts';
import { type LineSink, partWriter } from './part-writer.ts';
import type { ReportJson } from './report.ts';
import { Reports } from './reports.ts';
import { mapSchedules } from './schedules.ts';
import { Survey } from './survey.ts';
import { type ImportedUser, usersOf } from './users.ts';

/** What an import from QDash reads. */
export interface QdashSources {
  dump: string;
  /** Folder with the files of QDash's server. */
  files?: string | undefined;
  /** QDash's configuration, with topologies. */
  config?: string | undefined;
  /** A saved answer of `GET /flows/schedules`. */
  schedules?: string | undefined;
  since?: string | undefined;
}

/** A dump as archives of projects. */
export interface MadeArchives {
  projects: { projectId: string; name: string; file: string }[];
  users: ImportedUser[];
  report: ReportJson;
  kept: KeptFile[];
}

/**
 * Makes an archive of base records of each project of a dump, with the archive of what nothing here is like.
 * @param folder where they are written; without one everything is read and nothing is written.
 */
export async function makeArchives(sources: QdashSources, folder: string | undefined): Promise<MadeArchives> {
  const dump = await openDump(sources.dump);
  if (sources.files !== undefined)
    await readdir(sources.files).catch((error: Error) => {
      throw new Failure(`--files ${sources.files} cannot be read: ${error.message}`);
    });
  const files = new NamedFiles(sources.files);
  const survey = new Survey(await topologiesOf(sources.config));
  await survey.read(dump, files);
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  const reports = new Reports();
  const kept = new KeptDocuments(folder);
  const sinks = new Map<string, LineSink>();
  const sinkOf = (projectId: string): LineSink => {
    const sink = sinks.get(projectId) ?? partWriter(folder && join(folder, encodeURIComponent(projectId)));
    sinks.set(projectId, sink);
    return sink;
  };
  const write = ({ kind, projectId, text }: Line) => sinkOf(projectId).add(kind, text);
  await mapDump({ dump, survey, files, reports, kept, since: sources.since, write });
  if (sources.schedules !== undefined) await mapSchedules(sources.schedules, survey, reports, write);
  const users = usersOf(survey, reports);
  await countProjects(dump, survey, reports, kept);
  const members = await membersOf(dump, survey, reports, kept);
  refuseTooDeep(dump, reports);
  const heads = new Map<string, string[]>();
  for (const projectId of survey.projects.keys())
    heads.set(projectId, await headOf(projectId, members.get(projectId) ?? [], survey, reports.of(projectId), kept));
  const keptFiles = await kept.end();
  const projects: MadeArchives['projects'] = [];
  for (const [projectId, doc] of survey.projects) {
    const name = nameOfProject(projectId, doc);
    const head = heads.get(projectId) ?? [];
    const found = await addFiles(projectId, files, sinkOf(projectId), reports);
    const whole = reports.project(projectId);
    const report = projectReport(projectId, whole, keptFiles, sources);
    const file = await writeTar(
      { projectId, name, head, found, folder, report, since: sources.since },
      sinkOf(projectId),
    );
    if (file !== '') await writeJson(`${file}.report.json`, whole);
    projects.push({ projectId, name, file });
  }
  const made = { projects, users, report: reports.whole.toJSON(), kept: keptFiles };
  if (folder !== undefined) await writeManifest(folder, sources, made);
  return made;
}

/** Counts the documents that could not be read. Nothing says which project they belong to. */
function refuseTooDeep(dump: Dump, reports: Reports): void {
  const report = reports.of(undefined);
  for (const collection of dump.collections)
    for (const place of dump.tooDeep(collection))
      report.refuse(collection, `is nested more than ${mostLevels} levels deep: it is in the dump only`, place);
}

/** Counts the documents of projects. Of several with one id the last is imported. */
async function countProjects(dump: Dump, survey: Survey, reports: Reports, kept: KeptDocuments): Promise<void> {
  const seen = new Set<string>();
  for await (const doc of dump.documents('project')) {
    const projectId = textOf(doc, 'project_id');
    if (!survey.projects.has(projectId)) {
      reports.of(undefined).refuse('project', `its project_id ${resourceIdRule(RESOURCE_ID_MAX_LENGTH)}`, projectId);
      await kept.add('refused.project', doc);
      continue;
    }
    const report = reports.of(projectId);
    report.count('project', seen.has(projectId) ? 'merged' : 'imported');
    if (seen.has(projectId)) report.remark('merged', 'project', 'several documents are one record', projectId);
    seen.add(projectId);
  }
}

async function membersOf(
  dump: Dump,
  survey: Survey,
  reports: Reports,
  kept: KeptDocuments,
): Promise<Map<string, Doc[]>> {
  const members = new Map<string, Doc[]>();
  for await (const doc of dump.documents('project_membership')) {
    const projectId = survey.projectOf(doc);
    if (projectId === undefined) {
      reports.of(undefined).refuse('project_membership', 'its project is not in the dump', textOf(doc, 'project_id'));
      await kept.add('refused.project_membership', doc);
    } else members.set(projectId, [...(members.get(projectId) ?? []), doc]);
  }
  return members;
}

/** The report of a project, as the project keeps it (rule ARCHIVE-15). */
const projectReport = (
  projectId: string,
  { collections, remarks, files }: ReportJson,
  kept: readonly KeptFile[],
  { dump, since }: QdashSources,
): ImportReport =>
  boundedReport({
    ...{ source: 'QDash', dump: parse(dump).base, since: since ?? null, remarks, files },
    collections: Object.entries(collections).map(([name, counts]) => ({ name, ...counts })),
    kept: kept.flatMap(({ name, collection, byProject, sha256 }) => {
      const documents = byProject.get(projectId) ?? 0;
      return documents === 0 ? [] : { name, collection: collection.replace(/^refused\./, ''), documents, sha256 };
    }),
    omitted: { collections: 0, remarks: 0, kept: 0 },
  });

interface TarFile {
  name: string;
  source: string;
}

/** Lists the files of a project behind its records. @returns those with content of their own. */
async function addFiles(projectId: string, files: NamedFiles, sink: LineSink, reports: Reports) {
  const contents = new Map<string, TarFile>();
  let [count, bytes] = [0, 0];
  const report = reports.of(projectId);
  for await (const file of files.found(projectId)) {
    report.countFile(!('missing' in file));
    if ('missing' in file) {
      report.remark('left_out', 'task_result_history', 'a file that is not in --files', file.missing);
      continue;
    }
    const { path, sizeBytes, sha256, source } = file;
    count += 1;
    bytes += sizeBytes;
    contents.set(sha256, { name: fileNameOf(sha256), source });
    await sink.add('file', JSON.stringify({ kind: 'file', path, size_bytes: sizeBytes, sha256 }));
  }
  return { contents: [...contents.values()], count, bytes };
}

interface Tar {
  projectId: string;
  name: string;
  head: string[];
  found: Awaited<ReturnType<typeof addFiles>>;
  folder: string | undefined;
  report: ImportReport;
  since: string | undefined;
}

/** Writes the archive of a project, and removes the parts that it was made of. */
async function writeTar({ projectId, name, head, found, folder, report, since }: Tar, sink: LineSink): Promise<string> {
  const { parts, records } = await sink.end();
  if (folder === undefined) return '';
  const own = join(folder, encodeURIComponent(projectId));
  const manifest: Manifest = {
    ...{
      format: archiveFormat,
      service_version: version,
      project_id: projectId,
      name,
      base: true,
      ...(since ? { since } : {}),
      report,
    },
    ...{ exported_at: new Date().toISOString(), exported_from: 'QDash', head, parts, records },
    ...{ files: found.count, file_bytes: found.bytes },
  };
  const sources: TarSource[] = [
    { name: manifestName, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...parts.map((part) => ({ name: part.name, file: join(own, part.name) })),
    ...found.contents.map((file) => ({ name: file.name, file: file.source })),
  ];
  const file = join(folder, `${encodeURIComponent(projectId)}.tar`);
  await pipeline(Readable.from(tarOf(sources)), createWriteStream(`${file}.new`, { mode: 0o600 }));
  await rename(`${file}.new`, file);
  await rm(own, { recursive: true, force: true });
  return file;
}

/** Says what the archive of the import has, so that a person can read it without this program. */
async function writeManifest(folder: string, sources: QdashSources, { projects, report, kept }: MadeArchives) {
  const manifest = {
    about:
      'An import from QDash: an archive of each project, and under kept/ the documents that nothing in Fiducial is like, one a line in MongoDB extended JSON.',
    ...{ service_version: version, made_at: new Date().toISOString(), dump: parse(sources.dump).base },
    projects: projects.map(({ projectId, name, file }) => ({ project_id: projectId, name, archive: parse(file).base })),
    kept: kept.map(({ byProject: _byProject, ...file }) => file),
  };
  await writeJson(join(folder, 'report.json'), report);
  await writeJson(join(folder, 'manifest.json'), manifest);
}

const writeJson = (file: string, value: unknown): Promise<void> =>
  writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });

/** The topologies of QDash's configuration by their ids: `topologies/<id>.yaml`, wherever that folder is. */
async function topologiesOf(config: string | undefined): Promise<Map<string, unknown>> {
  const topologies = new Map<string, unknown>();
  if (config === undefined) return topologies;
  const entries = await readdir(config, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    throw new Failure(`--config ${config} cannot be read: ${error.message}`);
  });
  for (const entry of entries) {
    const { name: id, ext } = parse(entry.name);
    if (!entry.isFile() || !['.yaml', '.yml'].includes(ext) || parse(entry.parentPath).base !== 'topologies') continue;
    const path = join(entry.parentPath, entry.name);
    topologies.set(id, readYaml(path, await readFile(path, 'utf8')));
  }
  return topologies;
}

function readYaml(path: string, text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new Failure(`--config: ${path} is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}
