import { createHash } from 'node:crypto';
import { undirectedCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { isResourceId } from '#shared/kernel/rules/ids.ts';
import { runIdPattern } from '#shared/runs/rules/ids.ts';
import { type Doc, epoch, idOf, instantOf, isDoc, optionalText, partOf, textOf, timesOf } from './document.ts';
import type { Dump } from './dump.ts';
import type { FileFinder } from './files.ts';

/** A person of QDash. */
export interface User {
  username: string;
  userId: string;
  doc: Doc;
}

/** What other documents need to know of a chip. */
export interface Chip {
  projectId: string;
  chipId: string;
  doc: Doc;
  /** Not later than anything that was measured on it. */
  createdAt: string;
  qids: Set<string>;
  couplings: Set<string>;
  /** Task results by status. */
  results: Record<string, number>;
  days: { qubit: number; coupling: number };
  /** Days on which something of it was written, `YYYYMMDD`. */
  openDays: Set<string>;
  /** States of earlier days, by day. */
  history: Map<string, Doc>;
  latestMeasuredAt?: string | undefined;
}

/** What task results need to know of their run. */
export interface Execution {
  executionId: string;
  flowRunId: string;
  name: string;
  /** Task results by status, and how many are excluded. */
  counts: Record<string, number>;
  excluded: number;
  cooldownId?: string | undefined;
}

/** What notes and threads need to know of a task result. */
export interface Task {
  taskId: string;
  name: string;
  chipId: string;
  qid: string;
  taskType: string;
  executionId: string;
  cooldownId?: string | undefined;
}

/**
 * What the documents of a dump need to know of each other. It grows with projects, chips, runs and discussions; of task
 * results and daily rows it has those alone that others name.
 */
export class Survey {
  readonly users = new Map<string, User>();
  readonly projects = new Map<string, Doc>();
  readonly chips = new Map<string, Chip>();
  readonly executions = new Map<string, Execution>();
  readonly tasks = new Map<string, Task>();
  /** Cool-downs and cryostats by project and id. */
  readonly cooldowns = new Map<string, Doc>();
  readonly cryostats = new Map<string, Doc>();
  /** Saved wirings of each cool-down. */
  readonly checkpoints = new Map<string, number>();
  /** Sources of flows by their paths, and topologies of QDash's configuration by their ids. */
  readonly sources = new Map<string, string>();
  /** Flows with the names that they have here. */
  readonly flows: { projectId: string; name: string; username: string; createdAt: string }[] = [];
  readonly topologies: ReadonlyMap<string, unknown>;
  readonly #namedTasks = new Set<string>();
  readonly #chipProjects = new Map<string, Set<string>>();

  constructor(topologies: ReadonlyMap<string, unknown> = new Map()) {
    this.topologies = topologies;
  }

  chip(projectId: string, chipId: string): Chip | undefined {
    return this.chips.get(keyOf(projectId, chipId));
  }

  execution(projectId: string, executionId: string): Execution | undefined {
    return this.executions.get(keyOf(projectId, executionId));
  }

  task(projectId: string, taskId: string): Task | undefined {
    return this.tasks.get(keyOf(projectId, taskId));
  }

  cooldown(projectId: string, cooldownId: string): Doc | undefined {
    return this.cooldowns.get(keyOf(projectId, cooldownId));
  }

  /**
   * The project of a document. One of an early version names none: it belongs to that of its chip, where one project
   * alone has it, or else to the default project of its user.
   */
  projectOf(doc: Doc): string | undefined {
    const named = optionalText(doc, 'project_id');
    if (named !== undefined) return this.projects.has(named) ? named : undefined;
    const [only, ...others] = this.#chipProjects.get(textOf(doc, 'chip_id')) ?? [];
    if (only !== undefined && others.length === 0) return only;
    const own = optionalText(this.users.get(textOf(doc, 'username'))?.doc ?? {}, 'default_project_id');
    return own !== undefined && this.projects.has(own) ? own : undefined;
  }

  /** The id of an account by its name: its own, or a made one for a name without an account. */
  userId(username: string): string {
    return this.users.get(username)?.userId ?? `qdash:${username}`;
  }

  /** Reads a dump once for each collection that others name. */
  async read(dump: Dump, files: Pick<FileFinder, 'text'>): Promise<void> {
    const readers: readonly [collection: string, read: (doc: Doc) => void | Promise<void>][] = [
      ['project', (doc) => this.#addProject(doc)],
      ['user', (doc) => this.#addUser(doc)],
      ['chip', (doc) => this.#addChip(doc)],
      ['qubit', (doc) => void this.#chipOf(doc)?.qids.add(textOf(doc, 'qid'))],
      ['coupling', (doc) => this.#addCoupling(doc)],
      ['cooldown', (doc) => this.#keep(this.cooldowns, doc, 'cooldown_id')],
      ['cryostat', (doc) => this.#keep(this.cryostats, doc, 'cryo_id')],
      ['cooldown_wiring_event', (doc) => this.#addCheckpoint(doc)],
      ['flows', (doc) => this.#readSource(doc, files)],
      ['execution_history', (doc) => this.#addExecution(doc)],
      ['issue', (doc) => this.#nameTask(doc, 'task_id')],
      ['issue_knowledge', (doc) => this.#nameTask(doc, 'task_id')],
      ['note_event', (doc) => (textOf(doc, 'scope') === 'task_result' ? this.#nameTask(doc, 'target_id') : undefined)],
      ['task_result_history', (doc) => this.#addResult(doc)],
      ['chip_history', (doc) => this.#addChipDay(doc)],
      ['qubit_history', (doc) => void this.#openDay(doc)],
      ['coupling_history', (doc) => void this.#openDay(doc)],
    ];
    for (const [collection, read] of readers)
      for await (const doc of dump.documents(collection)) {
        // Most readers are synchronous, and a dump has millions of documents.
        const reading = read(doc);
        if (reading) await reading;
      }
  }

  /** A folder of the import has the id as its name: one such as `..` is left out. */
  #addProject(doc: Doc): void {
    const projectId = textOf(doc, 'project_id');
    if (isResourceId(projectId)) this.projects.set(projectId, doc);
  }

  #addUser(doc: Doc): void {
    const username = textOf(doc, 'username');
    this.users.set(username, { username, userId: optionalText(doc, 'user_id') ?? `qdash:${username}`, doc });
  }

  #addCoupling(doc: Doc): void {
    const id = couplingIdOf(textOf(doc, 'qid'));
    const chip = this.#chipOf(doc);
    if (id?.split('-').every((qid) => chip?.qids.has(qid))) chip?.couplings.add(id);
  }

  #keep(map: Map<string, Doc>, doc: Doc, field: string): void {
    const projectId = this.projectOf(doc);
    if (projectId !== undefined) map.set(keyOf(projectId, textOf(doc, field)), doc);
  }

  #addCheckpoint(doc: Doc): void {
    const projectId = this.projectOf(doc);
    const key = projectId === undefined ? '' : keyOf(projectId, textOf(doc, 'cooldown_id'));
    this.checkpoints.set(key, (this.checkpoints.get(key) ?? 0) + 1);
  }

  async #readSource(doc: Doc, files: Pick<FileFinder, 'text'>): Promise<void> {
    const source = await files.text(textOf(doc, 'file_path'));
    if (source !== undefined) this.sources.set(textOf(doc, 'file_path'), source);
  }

  #addChip(doc: Doc): void {
    const chipId = textOf(doc, 'chip_id');
    const projectId = this.projectOf(doc);
    if (projectId === undefined || chipId === '') return;
    const before = this.chip(projectId, chipId);
    if (before && timesOf(before.doc).updatedAt > timesOf(doc).updatedAt) return;
    const createdAt = earliest(before?.createdAt, timesOf(doc).createdAt, instantOf(doc.installed_at));
    this.chips.set(keyOf(projectId, chipId), {
      ...{ projectId, chipId, doc, createdAt, qids: new Set(), couplings: new Set(), results: {} },
      ...{ days: { qubit: 0, coupling: 0 }, openDays: new Set(), history: new Map() },
    });
    const projects = this.#chipProjects.get(chipId) ?? new Set();
    this.#chipProjects.set(chipId, projects.add(projectId));
  }

  #chipOf(doc: Doc): Chip | undefined {
    const projectId = this.projectOf(doc);
    return projectId === undefined ? undefined : this.chip(projectId, textOf(doc, 'chip_id'));
  }

  #addExecution(doc: Doc): void {
    const projectId = this.projectOf(doc);
    if (projectId === undefined) return;
    const executionId = textOf(doc, 'execution_id');
    this.executions.set(keyOf(projectId, executionId), {
      executionId,
      flowRunId: flowRunIdOf(projectId, executionId, doc),
      name: textOf(doc, 'name'),
      counts: {},
      excluded: 0,
    });
  }

  #nameTask(doc: Doc, field: string): void {
    const projectId = this.projectOf(doc);
    if (projectId !== undefined) this.#namedTasks.add(keyOf(projectId, textOf(doc, field)));
  }

  #addResult(doc: Doc): void {
    const projectId = this.projectOf(doc);
    if (projectId === undefined) return;
    const taskId = textOf(doc, 'task_id');
    const chip = this.chip(projectId, textOf(doc, 'chip_id'));
    const execution = this.execution(projectId, textOf(doc, 'execution_id'));
    const at = instantOf(doc.start_at) ?? timesOf(doc).createdAt;
    if (chip && at !== epoch) chip.createdAt = earliest(chip.createdAt, at);
    if (execution) execution.cooldownId ??= optionalText(doc, 'cooldown_id');
    if (!this.#namedTasks.has(keyOf(projectId, taskId))) return;
    this.tasks.set(keyOf(projectId, taskId), {
      ...{ taskId, name: textOf(doc, 'name'), chipId: textOf(doc, 'chip_id'), qid: textOf(doc, 'qid') },
      ...{ taskType: textOf(doc, 'task_type'), executionId: textOf(doc, 'execution_id') },
      cooldownId: optionalText(doc, 'cooldown_id'),
    });
  }

  #addChipDay(doc: Doc): void {
    this.#openDay(doc)?.history.set(textOf(doc, 'recorded_date'), doc);
  }

  /** Notes that something of a chip was written on the day of a document. */
  #openDay(doc: Doc): Chip | undefined {
    const chip = this.#chipOf(doc);
    const day = textOf(doc, 'recorded_date');
    if (!chip || !/^\d{8}$/.test(day)) return undefined;
    chip.openDays.add(day);
    chip.createdAt = earliest(chip.createdAt, beginningOf(day));
    return chip;
  }
}

/** The midnight of a day in UTC, which no zone has a day later. */
const beginningOf = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00.000Z`;

const earliest = (...instants: (string | undefined)[]): string =>
  instants.filter((one): one is string => one !== undefined && one !== epoch).sort()[0] ?? epoch;

export const keyOf = (...parts: string[]): string => parts.join('\0');

/** One coupling, whichever of its qubits is named first; undefined for a text that is not a pair. */
export function couplingIdOf(qid: string): string | undefined {
  const [a, b, ...more] = qid.split('-');
  return a && b && more.length === 0 ? undirectedCouplingId(a, b) : undefined;
}

/** The run of an execution: that of Prefect, or one that follows from the execution's id. */
function flowRunIdOf(projectId: string, executionId: string, doc: Doc): string {
  const named = partOf(doc, 'note').flow_run_id;
  return typeof named === 'string' && runIdPattern.test(named)
    ? named.toLowerCase()
    : uuidOf(projectId, executionId, idOf(doc));
}

/** A UUID that follows from texts (RFC 9562, version 8). */
export function uuidOf(...texts: string[]): string {
  const hex = createHash('sha256').update(texts.join('\0')).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The note in a document. */
export const noteIn = (doc: Doc, field = 'note') => {
  const note = isDoc(doc[field]) ? (doc[field] as Doc) : {};
  return {
    content: textOf(note, 'content'),
    updatedBy: textOf(note, 'updated_by'),
    updatedAt: instantOf(note.updated_at),
  };
};
