import { Differences } from './differences.ts';
import * as facts from './facts.ts';
import type { Answer, Reader } from './reader.ts';

type Json = Record<string, unknown>;

/** Both services, and how they are compared. */
export interface Comparison {
  qdash: Reader;
  fiducial: Reader;
  /** Waits until the next read may begin. */
  pace(): Promise<void>;
  /** Most reads of each service. */
  mostReads: number;
  mostExamples: number;
  /** Only this chip; all chips if absent. */
  chipId: string | undefined;
  onRead(reads: number): void;
}

interface Execution {
  chipId: string;
  executionId: string;
}

/** What was compared, and with which result. */
export interface Compared {
  /** Reads of each service. */
  reads: number;
  differences: Differences;
  /** Reads that both services refused. */
  refusedByBoth: number;
}

const pageSize = 100;
/** Pages of executions per chip. */
const executionPages = 5;

/**
 * Compares the answers of both services to the same reads: chips, tags, and of each chip its qubits, couplings,
 * metrics, notes and newest executions. The rest of the reads goes to single executions and task results, spread over
 * all that QDash listed.
 */
export async function compareServices(comparison: Comparison): Promise<Compared> {
  const reads = new Reads(comparison);
  const chips = await reads.compare('chips', '/chips', facts.chipFacts);
  await reads.compare('tags', '/tags', facts.tagFacts);
  const executions: Execution[] = [];
  for (const chipId of idsOf(chips, 'chips', 'chip_id')) {
    if (comparison.chipId !== undefined && chipId !== comparison.chipId) continue;
    const path = `/chips/${encodeURIComponent(chipId)}`;
    await reads.compareAll('qubits', `${path}/qubits`, 'qubits', facts.qubitFacts, chipId);
    await reads.compareAll('couplings', `${path}/couplings`, 'couplings', facts.couplingFacts, chipId);
    await reads.compare('metrics', `/metrics${path}/metrics`, facts.metricFacts, chipId);
    await reads.compare('notes', `${path}/notes-summary`, facts.noteFacts, chipId);
    for (const executionId of await executionsOf(reads, chipId)) executions.push({ chipId, executionId });
  }
  await compareRuns(reads, executions);
  return { reads: reads.count, differences: reads.differences, refusedByBoth: reads.refusedByBoth };
}

async function executionsOf(reads: Reads, chipId: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 0; page < executionPages; page += 1) {
    const query = new URLSearchParams({ chip_id: chipId, skip: String(page * pageSize), limit: String(pageSize) });
    const answer = await reads.compare('executions', `/executions?${query}`, facts.executionFacts, chipId);
    const ids = idsOf(answer, 'executions', 'execution_id');
    found.push(...ids);
    if (ids.length < pageSize) break;
  }
  return found;
}

/** Reads some further executions and one further task of each known one, until no read is left or nothing to read. */
async function compareRuns(reads: Reads, executions: readonly Execution[]): Promise<void> {
  let unread = executions;
  const tasks = new Map<Execution, Json[]>();
  const latest = new Set<string>();
  while (reads.left > 0 && (unread.length > 0 || tasks.size > 0)) {
    const some = new Set(spread(unread, Math.max(1, reads.left / 3)));
    unread = unread.filter((execution) => !some.has(execution));
    for (const execution of some) {
      const path = `/executions/${encodeURIComponent(execution.executionId)}`;
      const answer = await reads.compare('executions', path, facts.executionTaskFacts);
      tasks.set(execution, Array.isArray(answer?.task) ? [...(answer.task as Json[])] : []);
    }
    for (const [execution, left] of tasks) {
      const task = left.shift();
      if (task) await compareTask(reads, execution, task, latest);
      else tasks.delete(execution);
    }
  }
}

/** Compares a task result and, once for each task and chip, the latest results. */
async function compareTask(reads: Reads, { chipId }: Execution, task: Json, latest: Set<string>): Promise<void> {
  const taskId = encodeURIComponent(String(task.task_id));
  await reads.compare('task results', `/tasks/${taskId}/result`, facts.taskResultFacts);
  if (task.task_type !== 'qubit' && task.task_type !== 'coupling') return;
  const query = new URLSearchParams({ chip_id: chipId, task: String(task.name) });
  const path = `/task-results/${task.task_type}s/latest?${query}`;
  if (latest.has(path)) return;
  latest.add(path);
  await reads.compare('latest results', path, facts.latestFacts, chipId);
}

/** At most so many of the rows, evenly spread from the first to the last. */
export function spread<T>(rows: readonly T[], most: number): T[] {
  const count = Math.min(rows.length, Math.max(0, Math.floor(most)));
  return Array.from({ length: count }, (_, n) => rows[Math.floor((n * rows.length) / count)] as T);
}

/** The same reads of both services, as many as are left. */
class Reads {
  readonly #comparison: Comparison;
  readonly differences: Differences;
  count = 0;
  refusedByBoth = 0;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.differences = new Differences(comparison.mostExamples);
  }

  get left(): number {
    return this.#comparison.mostReads - this.count;
  }

  /** Compares one read. @returns QDash's answer, if it has one and there was a read left. */
  async compare(read: string, path: string, factsOf: facts.FactsOf, chipId = ''): Promise<Json | null> {
    const both = await this.#readBoth(read, path);
    if (!both) return null;
    this.differences.compare(read, factsOf(both.qdash, chipId), factsOf(both.fiducial, chipId));
    return both.qdash;
  }

  /**
   * Compares a paged list as a whole, since the services may have other rows on a page: QDash may list a coupling twice.
   */
  async compareAll(read: string, path: string, list: string, factsOf: facts.FactsOf, chipId: string): Promise<void> {
    const rows: Record<'qdash' | 'fiducial', unknown[]> = { qdash: [], fiducial: [] };
    for (let offset = 0; ; offset += pageSize) {
      const both = await this.#readBoth(read, `${path}?limit=${pageSize}&offset=${offset}`);
      // Without the whole list, nothing can be said of what is missing in it.
      if (!both) return;
      const pages = [both.qdash[list], both.fiducial[list]].map((page) => (Array.isArray(page) ? page : []));
      rows.qdash.push(...(pages[0] ?? []));
      rows.fiducial.push(...(pages[1] ?? []));
      if (pages.every((page) => page.length < pageSize)) break;
    }
    this.differences.compare(read, factsOf({ [list]: rows.qdash }, chipId), factsOf({ [list]: rows.fiducial }, chipId));
  }

  async #readBoth(read: string, path: string): Promise<{ qdash: Json; fiducial: Json } | undefined> {
    if (this.left <= 0) return undefined;
    const { qdash, fiducial, pace, onRead } = this.#comparison;
    await pace();
    this.count += 1;
    onRead(this.count);
    const [theirs, ours] = await Promise.all([qdash(path), fiducial(path)]);
    if (isAnswer(theirs) && isAnswer(ours)) return { qdash: theirs.body, fiducial: ours.body };
    if (theirs.status >= 400 && ours.status >= 400) this.refusedByBoth += 1;
    else {
      const example = { subject: path, qdash: said(theirs), fiducial: said(ours) };
      this.differences.add(read, null, 'answered differently', example);
    }
    return undefined;
  }
}

const isAnswer = (answer: Answer): answer is Answer & { body: Json } => answer.status === 200 && answer.body !== null;

const said = ({ status, body }: Answer): string => (status === 200 && body === null ? '200, no JSON' : String(status));

function idsOf(answer: Json | null, list: string, field: string): string[] {
  const rows = answer?.[list];
  return Array.isArray(rows) ? rows.map((row: Json) => String(row[field])) : [];
}
