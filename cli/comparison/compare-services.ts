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
  const chips = await reads.compare('chips', '/chips', 'chips', facts.chipFacts);
  await reads.compare('tags', '/tags', 'tags', facts.tagFacts);
  const executions: Execution[] = [];
  for (const chipId of idsOf(chips, 'chips', 'chip_id')) {
    if (comparison.chipId !== undefined && chipId !== comparison.chipId) continue;
    const path = `/chips/${encodeURIComponent(chipId)}`;
    await reads.compareAll('qubits', `${path}/qubits`, 'qubits', facts.qubitFacts, chipId);
    await reads.compareAll('couplings', `${path}/couplings`, 'couplings', facts.couplingFacts, chipId);
    await reads.compare('metrics', `/metrics${path}/metrics`, 'qubit_metrics', facts.metricFacts, chipId);
    await reads.compare('notes', `${path}/notes-summary${scopeOf(chips, chipId)}`, 'qubits', facts.noteFacts, chipId);
    for (const executionId of await executionsOf(reads, chipId)) executions.push({ chipId, executionId });
  }
  await compareRuns(reads, executions);
  return { reads: reads.count, differences: reads.differences, refusedByBoth: reads.refusedByBoth };
}

/** The cool-down of a chip: without one in the request, Fiducial shows notes without a scope too (rule NOTE-4). */
function scopeOf(chips: Json | null, chipId: string): string {
  const current = rowsOf(chips, 'chips').find((row) => row.chip_id === chipId)?.current_cooldown_id;
  return typeof current === 'string' && current !== '' ? `?cooldown_id=${encodeURIComponent(current)}` : '';
}

async function executionsOf(reads: Reads, chipId: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 0; page < executionPages; page += 1) {
    const query = new URLSearchParams({ chip_id: chipId, skip: String(page * pageSize), limit: String(pageSize) });
    const answer = await reads.compare(
      'executions',
      `/executions?${query}`,
      'executions',
      facts.executionFacts,
      chipId,
    );
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
      const answer = await reads.compare('executions', path, 'task', facts.executionTaskFacts);
      tasks.set(execution, rowsOf(answer, 'task'));
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
  // A task result does not say its type.
  const factsOf: facts.FactsOf = (answer) => facts.taskResultFacts({ ...answer, task_type: task.task_type }, chipId);
  await reads.compare('task results', `/tasks/${taskId}/result`, 'output_parameters', factsOf);
  if (task.task_type !== 'qubit' && task.task_type !== 'coupling') return;
  const query = new URLSearchParams({ chip_id: chipId, task: String(task.name) });
  const path = `/task-results/${task.task_type}s/latest?${query}`;
  if (latest.has(path)) return;
  latest.add(path);
  await reads.compare('latest results', path, 'result', facts.latestFacts, chipId);
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

  /**
   * Compares one read.
   * @param field what an answer must have: one without it is of a service that is not compared.
   * @returns QDash's answer, if it has one and there was a read left.
   */
  async compare(read: string, path: string, field: string, factsOf: facts.FactsOf, chipId = ''): Promise<Json | null> {
    const both = await this.#readBoth(read, path, field);
    if (!both) return null;
    this.#compareFacts(read, factsOf, both, chipId);
    return both.qdash;
  }

  /**
   * Compares a paged list as a whole, since the services may have other rows on a page: QDash may list a coupling twice.
   */
  async compareAll(read: string, path: string, list: string, factsOf: facts.FactsOf, chipId: string): Promise<void> {
    const rows: Record<'qdash' | 'fiducial', Map<string, Json>> = { qdash: new Map(), fiducial: new Map() };
    for (let offset = 0; ; offset += pageSize) {
      const both = await this.#readBoth(read, `${path}?limit=${pageSize}&offset=${offset}`, list);
      // Without the whole list, nothing can be said of what is missing in it.
      if (!both) return;
      const before = rows.qdash.size + rows.fiducial.size;
      const pages = [rowsOf(both.qdash, list), rowsOf(both.fiducial, list)] as const;
      for (const row of pages[0]) rows.qdash.set(JSON.stringify(row), row);
      for (const row of pages[1]) rows.fiducial.set(JSON.stringify(row), row);
      // A service that ignores the offset repeats its first page.
      const hasNothingNew = rows.qdash.size + rows.fiducial.size === before;
      if (hasNothingNew || pages.every((page) => page.length < pageSize)) break;
    }
    const whole = (side: 'qdash' | 'fiducial') => ({ [list]: [...rows[side].values()] });
    this.#compareFacts(read, factsOf, { qdash: whole('qdash'), fiducial: whole('fiducial') }, chipId);
  }

  #compareFacts(read: string, factsOf: facts.FactsOf, { qdash, fiducial }: Both, chipId: string): void {
    const theirs = factsOf(qdash, chipId, { service: 'Fiducial', answer: fiducial });
    this.differences.compare(read, theirs, factsOf(fiducial, chipId, { service: 'QDash', answer: qdash }));
  }

  async #readBoth(read: string, path: string, field: string): Promise<Both | undefined> {
    if (this.left <= 0) return undefined;
    const { qdash, fiducial, pace, onRead } = this.#comparison;
    await pace();
    this.count += 1;
    onRead(this.count);
    const [theirs, ours] = await Promise.all([qdash(path), fiducial(path)]);
    if (isAnswer(theirs, field) && isAnswer(ours, field)) return { qdash: theirs.body, fiducial: ours.body };
    if (theirs.status >= 400 && ours.status >= 400) this.refusedByBoth += 1;
    else {
      const example = { subject: path, qdash: said(theirs, field), fiducial: said(ours, field) };
      this.differences.add(read, null, 'answered differently', example);
    }
    return undefined;
  }
}

type Both = Record<'qdash' | 'fiducial', Json>;

const isAnswer = (answer: Answer, field: string): answer is Answer & { body: Json } =>
  answer.status === 200 && typeof answer.body?.[field] === 'object' && answer.body[field] !== null;

const said = (answer: Answer, field: string): string => {
  const { status, body } = answer;
  if (status !== 200 || isAnswer(answer, field)) return String(status);
  return body === null ? '200, no JSON' : `200, without '${field}'`;
};

/** The rows of a list in an answer. */
const rowsOf = (answer: Json | null, list: string): Json[] => {
  const rows = answer?.[list];
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : [];
};

const idsOf = (answer: Json | null, list: string, field: string): string[] =>
  rowsOf(answer, list).flatMap((row) => (row[field] === undefined || row[field] === null ? [] : String(row[field])));
