import { createHash } from 'node:crypto';
import type { ImportOutcome } from '#shared/archives/rules/import-report.ts';
import { ownEntry } from '#shared/kernel/rules/own-entry.ts';
import { type Collection, type Mapping, Refusal } from './collection.ts';
import { collections, derivedCollections, headCollections, keptCollections } from './collections.ts';
import { type Doc, idInstant, idOf, instantOf, textOf, timesOf } from './document.ts';
import type { Dump } from './dump.ts';
import type { FileFinder, NamedFiles } from './files.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { type Kind, type Line, lineOf, problemOf, type Records } from './lines.ts';
import type { Reports } from './reports.ts';
import { keyOf, type Survey } from './survey.ts';
import { Tally } from './tally.ts';

/** What the mapping of a dump reads and writes. */
export interface MappedDump {
  dump: Dump;
  survey: Survey;
  files: NamedFiles;
  reports: Reports;
  kept: KeptDocuments;
  /** Documents that were not changed since then are left out of a delta. */
  since: string | undefined;
  write(line: Line): Promise<void>;
}

/** Maps every document of a dump to records, streaming: what is kept in memory grows with chips, runs and discussions. */
export async function mapDump(mapped: MappedDump): Promise<Tally> {
  const tally = new Tally();
  for (const collection of collections)
    if (mapped.dump.collections.includes(collection.name)) await mapCollection(mapped, collection, tally);
  for (const name of mapped.dump.collections) await handleOther(mapped, name);
  await writeTotals(mapped, tally);
  return tally;
}

async function mapCollection(mapped: MappedDump, collection: Collection, tally: Tally): Promise<void> {
  const { dump, survey } = mapped;
  const repeated = await repeatedKeys(dump, collection, survey);
  const held = new Map<string, Doc[]>();
  const whole = new Map<string, Doc[]>();
  for await (const doc of dump.documents(collection.name)) {
    const projectId = survey.projectOf(doc);
    if (projectId === undefined) {
      mapped.reports.of(undefined).refuse(collection.name, 'its project is not in the dump', textOf(doc, 'project_id'));
      await mapped.kept.add(`refused.${collection.name}`, doc);
      continue;
    }
    const key = keyIn(collection, projectId, doc);
    if (key !== undefined && repeated.has(key)) held.set(key, [...(held.get(key) ?? []), doc]);
    else if (collection.mapAll) whole.set(projectId, [...(whole.get(projectId) ?? []), doc]);
    else await mapOne(mapped, collection, tally, projectId, doc);
  }
  for (const [key, docs] of held) {
    const [projectId = ''] = key.split('\0');
    const merged = mergeDocs(mapped, collection, projectId, docs);
    if (collection.mapAll) whole.set(projectId, [...(whole.get(projectId) ?? []), merged]);
    else await mapOne(mapped, collection, tally, projectId, merged);
  }
  for (const [projectId, docs] of whole) await mapWhole(mapped, collection, tally, projectId, docs);
}

/** What makes a document one record with others; undefined where it has no id, so that no other one is the same. */
function keyIn(collection: Collection, projectId: string, doc: Doc): string | undefined {
  const key = collection.keyOf?.(doc);
  return key === undefined || key === '' ? undefined : keyOf(projectId, key);
}

/** Keys that several documents have. Hashes of 48 bits are compared first, so that a million keys take some 50 MB. */
async function repeatedKeys(dump: Dump, collection: Collection, survey: Survey): Promise<Set<string>> {
  const repeated = new Set<string>();
  if (!collection.keyOf) return repeated;
  const seen = new Set<number>();
  for await (const doc of dump.documents(collection.name)) {
    const projectId = survey.projectOf(doc);
    if (projectId === undefined) continue;
    const key = keyIn(collection, projectId, doc);
    if (key === undefined) continue;
    const hash = createHash('sha1').update(key).digest().readUIntBE(0, 6);
    if (seen.has(hash)) repeated.add(key);
    seen.add(hash);
  }
  return repeated;
}

function mergeDocs({ reports }: MappedDump, collection: Collection, projectId: string, docs: readonly Doc[]): Doc {
  const [first] = docs;
  if (docs.length === 1 && first) return first;
  const ordered = docs.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const report = reports.of(projectId);
  report.count(collection.name, 'merged', docs.length - 1);
  const key = collection.keyOf?.(ordered[0] ?? {}) ?? '';
  report.remark('merged', collection.name, 'several documents are one record', keyText(key));
  return collection.merge?.(ordered) ?? ordered.at(-1) ?? {};
}

/** A key of several ids, which is a list in JSON, as a person reads it. */
const keyText = (key: string): string => key.replace(/^\["|"\]$/g, '').replaceAll('","', ' ');

const orderOf = (doc: Doc): string => `${timesOf(doc).updatedAt} ${idOf(doc)}`;

/** When a document was last changed: the latest of its times. */
export function changedAt(doc: Doc): string {
  const times = [timesOf(doc).updatedAt, idInstant(doc), instantOf(doc.end_at), instantOf(doc.start_at)];
  const more = [instantOf(doc.timestamp), instantOf(doc.created_at), instantOf(doc.excluded_at)];
  const notes = ['note', 'user_note', 'ai_review_note'].map((field) =>
    instantOf((doc[field] as Doc | undefined)?.updated_at),
  );
  return (
    [...times, ...more, ...notes]
      .filter((one): one is string => one !== undefined)
      .sort()
      .at(-1) ?? ''
  );
}

async function mapOne(
  mapped: MappedDump,
  collection: Collection,
  tally: Tally,
  projectId: string,
  doc: Doc,
): Promise<void> {
  const lines: Line[] = [];
  // An unchanged one is mapped too, since others are counted with it.
  const isUnchanged = !isChanged(mapped, doc);
  let outcome: ImportOutcome | Refusal = isUnchanged ? 'unchanged' : 'imported';
  try {
    collection.map?.(doc, mappingOf(mapped, collection, tally, { projectId, lines, isSilent: isUnchanged }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!isUnchanged) outcome = error;
    lines.length = 0;
  }
  await settle(mapped, collection, projectId, doc, outcome);
  for (const line of lines) if (isOfDelta(mapped, line, isUnchanged)) await mapped.write(line);
}

const isChanged = ({ since }: MappedDump, doc: Doc): boolean => since === undefined || changedAt(doc) >= since;

/** Totals, which the service keeps itself once a project is there. */
const totals: ReadonlySet<string> = new Set(['chip-statistics', 'note-count', 'thread-count', 'lock']);

/** Whether a delta has a line. The days of a chip are opened again from that of the delta on, whether it changed or not. */
function isOfDelta({ since }: MappedDump, { kind, text }: Line, isUnchanged: boolean): boolean {
  if (since === undefined) return true;
  if (kind === 'open-chip-day')
    return (JSON.parse(text) as { record: { date: string } }).record.date >= dayBefore(since);
  return !isUnchanged && !totals.has(kind);
}

const dayBefore = (instant: string): string =>
  new Date(Date.parse(instant) - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

/** All documents of a small collection: the service leaves alone what it has already. */
async function mapWhole(
  mapped: MappedDump,
  collection: Collection,
  tally: Tally,
  projectId: string,
  docs: Doc[],
): Promise<void> {
  const lines: Line[] = [];
  const mapping = mappingOf(mapped, collection, tally, { projectId, lines, isSilent: false, isWhole: true });
  const outcomes = collection.mapAll?.(docs, mapping) ?? [];
  for (const [n, doc] of docs.entries()) {
    const outcome = outcomes[n] ?? new Refusal('cannot be read');
    await settle(mapped, collection, projectId, doc, isChanged(mapped, doc) ? outcome : 'unchanged');
  }
  for (const line of lines) if (isOfDelta(mapped, line, false)) await mapped.write(line);
}

function mappingOf(
  mapped: MappedDump,
  { name }: Collection,
  tally: Tally,
  {
    projectId,
    lines,
    isSilent,
    isWhole = false,
  }: { projectId: string; lines: Line[]; isSilent: boolean; isWhole?: boolean },
): Mapping {
  const { survey, files, reports } = mapped;
  return {
    ...{ projectId, survey, tally },
    files: isSilent ? noFiles : files,
    emit: (kind, record) => {
      const line = lineOf(kind, record);
      const problem = problemOf(line, record);
      if (problem === undefined) lines.push(line);
      else if (isWhole) reports.of(projectId).remark('refused', name, problem, nameOf(record));
      else throw new Refusal(problem);
    },
    remark: (kind, message, example) => {
      if (!isSilent) reports.of(projectId).remark(kind, name, message, example);
    },
  };
}

const nameOf = (record: object): string =>
  ['number', 'threadId', 'cooldownId'].flatMap((field) => Object(record)[field] ?? []).join(' of ');

const noFiles: FileFinder = { name: () => undefined, text: async () => undefined };

/** Counts a document, and says which of its fields are left out and which unknown users it names. */
async function settle(
  mapped: MappedDump,
  collection: Collection,
  projectId: string,
  doc: Doc,
  outcome: ImportOutcome | Refusal,
): Promise<void> {
  const report = mapped.reports.of(projectId);
  const { name, fields, homeless = {} } = collection;
  if (outcome instanceof Refusal) {
    report.refuse(name, outcome.message, textOf(doc, 'task_id') || idOf(doc));
    await mapped.kept.add(`refused.${name}`, doc, projectId);
    return;
  }
  report.count(name, outcome);
  if (outcome === 'unchanged') return;
  if (outcome === 'kept') await mapped.kept.add(name, doc, projectId);
  for (const [field, value] of Object.entries(doc)) {
    if (fields.includes(field) || isEmpty(value)) continue;
    const why = ownEntry(homeless, field);
    report.remark('left_out', name, why === undefined ? `field '${field}' is not known` : `'${field}': ${why}`);
  }
  for (const field of ['username', 'actor']) {
    const person = textOf(doc, field);
    if (person !== '' && !mapped.survey.users.has(person))
      report.remark('decision', name, 'names a user who is not in the dump', person);
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !(value instanceof Date) && Object.values(value).every(isEmpty));

/** Collections that are derived here, or that nothing here is like. */
async function handleOther({ dump, survey, reports, kept }: MappedDump, name: string): Promise<void> {
  if (headCollections.some((one) => one === name) || collections.some((one) => one.name === name)) return;
  const derived = ownEntry(derivedCollections, name);
  const why = derived ?? ownEntry(keptCollections, name) ?? 'a collection that is not known';
  for await (const doc of dump.documents(name)) {
    const projectId = survey.projectOf(doc);
    const report = reports.of(projectId);
    report.count(name, derived === undefined ? 'kept' : 'derived');
    report.remark('left_out', name, derived === undefined ? `${why}: kept in the archive of the import` : why);
    if (derived === undefined) await kept.add(name, doc, projectId);
  }
}

/** What the records of the projects add up to. */
async function writeTotals({ write, survey, since }: MappedDump, tally: Tally): Promise<void> {
  // One that the service would not take is of a cool-down or chip that was refused.
  const add = async <K extends Kind>(kind: K, record: Records[K]) => {
    const line = lineOf(kind, record);
    if (problemOf(line, record) === undefined) await write(line);
  };
  for (const mark of tally.cooldownData.values())
    if (survey.cooldown(mark.projectId, mark.cooldownId)) await add('cooldown-data', mark);
  if (since !== undefined) return;
  for (const { projectId, chipId, part, ...counts } of tally.notes.values())
    if (survey.chip(projectId, chipId)) await add('note-count', { projectId, chipId, part, ...counts });
  for (const [projectId, last] of tally.threads) await write(lineOf('thread-count', { projectId, last }));
  for (const [projectId, last] of tally.last) {
    const { updatedAt } = timesOf(survey.projects.get(projectId) ?? {});
    await write(lineOf('lock', { projectId, last, updatedAt }));
  }
}
