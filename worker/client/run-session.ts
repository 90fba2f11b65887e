import { ApiError } from '#shared/api/client.ts';
import {
  type Claim,
  type FinishStatus,
  type Held,
  type LogLine,
  type TaskReport,
  type Trace,
  type UploadRequest,
  type UploadTarget,
  underClaim,
  type WorkerApi,
} from './api.ts';
import { BatchQueue, distinctBatches } from './batch-queue.ts';
import { type CallOptions, callWithRetries } from './call-with-retries.ts';
import { type Clock, pause } from './clock.ts';
import { requestTimeoutOf, runHeartbeat } from './heartbeat.ts';
import { Lease } from './lease.ts';
import { RunStopped, type StopReason } from './run-stopped.ts';
import { uploadFiles, type WorkerFile } from './uploads.ts';

/** Most results and files of one call, and most lines (docs/worker-protocol.md). */
const batchSize = 24;
const lineBatchSize = 100;
/** Longest text of a line. */
const lineLength = 4000;
/** Longest trace: the service takes 2 KB, with the axes that it adds. */
const traceBytes = 1900;
/** Longest message of an end. */
const messageLength = 1000;
/** Results that may wait to be acknowledged before `report` waits with them. */
const backlog = 20 * batchSize;

export interface SessionOptions {
  api: WorkerApi;
  baseUrl: string;
  fetch: typeof fetch;
  clock: Clock;
  now: () => Date;
  random: () => number;
}

/** What a lab's code is given to work on one run with. */
export interface WorkerRun {
  /** The run: its flow, source, parameters and chip. */
  readonly claim: Claim;
  /** Fires when the hardware has to stop; its reason is a RunStopped. */
  readonly signal: AbortSignal;
  /**
   * Whether the run was cancelled. The hardware has to stop; files, ended results and lines are still taken, so that
   * half of a sweep is kept as `cancelled`.
   */
  readonly cancelled: boolean;
  /** To be called before every step that drives the hardware. @throws RunStopped when it must not be driven any more. */
  guard(): void;
  /** Declares how many tasks the run will have, for the display of progress. */
  plan(tasks: number): void;
  /**
   * Reports the outcome of tasks. Resolves at once unless many wait to be acknowledged.
   * @throws RunStopped, after a cancellation only where a task begins; TypeError for a result that is not JSON.
   */
  report(...results: readonly TaskReport[]): Promise<void>;
  /** Resolves when everything that was reported is acknowledged. @throws RunStopped. */
  flush(): Promise<void>;
  /**
   * Keeps files of tasks; answers their paths, in the same order, for the results that name them. A path is empty where the
   * project is beyond its quota of files: the file is not kept, the log says so, and the run goes on.
   * @throws RunStopped, but not after a cancellation.
   */
  upload(files: readonly WorkerFile[]): Promise<string[]>;
  /** Asks something else of the service, until it has answered. @throws ApiError for its refusal; RunStopped. */
  call<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Shows the points of the running task so far, until it ends; more than 1,900 bytes of JSON are not shown. */
  show(trace: Trace): void;
  /** Writes a line of the run's log. */
  log(level: LogLine['level'], text: string): void;
}

/** One claimed run: its heartbeat, and all reports on it. */
export class RunSession implements WorkerRun {
  readonly claim: Claim;
  readonly #held: Held;
  readonly #options: SessionOptions;
  readonly #lease: Lease;
  /** The hardware must stop. */
  readonly #stop = new AbortController();
  /** Nothing measured can be reported any more: the hardware must stop for another reason than a cancellation. */
  readonly #lost = new AbortController();
  /** Nothing more can be reported: the fence is old, or the service has not answered for too long. */
  readonly #over = new AbortController();
  /** The session is closed. */
  readonly #closed = new AbortController();
  readonly #results: BatchQueue<TaskReport>;
  readonly #lines: BatchQueue<LogLine>;
  readonly #background: Promise<unknown>;
  /** Number of the next line: each fence begins with 0. */
  #sequence = 0;
  #planned: number | undefined;
  /** Points of the task that runs. */
  #trace: Trace | undefined;
  /** Tasks that were reported as running and have not ended. */
  readonly #runningTasks = new Set<string>();
  /** What the last heartbeat said of that. */
  #toldRunning = false;
  #superseded = false;
  /** Makes the next heartbeat come at once. */
  #news = new AbortController();

  /** @param claimedAt when the claim was sent, on the clock. */
  constructor(held: Held, claimedAt: number, options: SessionOptions) {
    this.claim = held.claim;
    this.#held = held;
    this.#options = options;
    this.#lease = new Lease(options.clock, claimedAt, held.claim.window_seconds);
    this.#results = new BatchQueue((batch) => this.#sendResults(batch), distinctBatches(batchSize, nameOf));
    this.#lines = new BatchQueue(
      (batch) => this.#sendLines(batch),
      () => lineBatchSize,
    );
    const heartbeat = runHeartbeat({
      ...options,
      held,
      lease: this.#lease,
      planned: () => this.#planned,
      running: () => {
        this.#toldRunning = this.#runningTasks.size > 0;
        return this.#toldRunning;
      },
      trace: () => (this.signal.aborted ? undefined : this.#trace),
      wakeSignal: () => this.#news.signal,
      onStop: (reason) => this.stop(reason),
      onRefused: (error) => this.#refused(error),
      signal: AbortSignal.any([this.#closed.signal, this.#over.signal]),
    });
    this.#background = Promise.all([heartbeat, this.#watchLease()]);
  }

  /** Whether another process has taken the run over, under the name of this worker. */
  get superseded(): boolean {
    return this.#superseded;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get cancelled(): boolean {
    return this.signal.aborted && !this.#lost.signal.aborted;
  }

  guard(): void {
    // Timers may be late, after the process was stopped above all: the clock is asked.
    if (this.#lease.leftMilliseconds <= 0) this.stop('silent');
    this.signal.throwIfAborted();
  }

  plan(tasks: number): void {
    this.#planned = tasks;
    this.#wake();
  }

  #wake(): void {
    this.#news.abort();
    this.#news = new AbortController();
  }

  async report(...results: readonly TaskReport[]): Promise<void> {
    this.#results.push(...results.map(copyOf));
    for (const result of results) {
      if (result.status === 'running') this.#runningTasks.add(nameOf(result));
      else this.#ended(nameOf(result));
    }
    // From now on a cancellation is heard within two seconds.
    if (this.#runningTasks.size > 0 && !this.#toldRunning) this.#wake();
    const lost = this.#lost.signal;
    while (this.#results.length > backlog && !lost.aborted) await pause(50, lost);
    if (!this.cancelled || results.some(({ status }) => begins(status))) this.guard();
  }

  async flush(): Promise<void> {
    await Promise.race([this.#results.drained().catch(() => undefined), firing(this.#lost.signal)]);
    this.guard();
  }

  show(trace: Trace): void {
    this.#trace = Buffer.byteLength(JSON.stringify(trace)) <= traceBytes ? trace : undefined;
  }

  /** The points of a task go with it. */
  #ended(name: string): void {
    this.#runningTasks.delete(name);
    if (this.#trace && nameOf(this.#trace) === name) this.#trace = undefined;
  }

  async upload(files: readonly WorkerFile[]): Promise<string[]> {
    const { fetch, baseUrl, random } = this.#options;
    const requestUploads = (files: UploadRequest[]) => this.#askUploads(files);
    const uploading = {
      requestUploads,
      fetch,
      baseUrl,
      random,
      signal: AbortSignal.any([this.#lost.signal, this.#over.signal]),
    };
    const paths: string[] = [];
    for (let start = 0; start < files.length; start += batchSize) {
      const batch = files.slice(start, start + batchSize);
      paths.push(...(await uploadFiles(batch, uploading).catch((error) => this.#withoutFiles(error, batch))));
    }
    return paths;
  }

  call<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return callWithRetries(call, this.#callOptions(this.signal));
  }

  log(level: LogLine['level'], text: string): void {
    this.#lines.push({ at: this.#options.now().toISOString(), level, text: truncate(text, lineLength) });
  }

  /** Says that the hardware must stop; the first reason is kept. */
  stop(reason: StopReason, detail?: string): void {
    // After a cancellation the reports go on for as long as the service may take them.
    if (reason === 'silent' && this.signal.aborted) return;
    if (!this.signal.aborted) this.#stop.abort(new RunStopped(reason, detail));
    if (reason !== 'cancelled') this.#lost.abort(this.signal.reason);
    if (reason !== 'superseded') return;
    this.#superseded = true;
    this.#over.abort(this.signal.reason);
  }

  /** Sends all remaining reports, and then the end of the run. @returns whether the service took it. */
  async finish(status: FinishStatus, message: string): Promise<boolean> {
    const { flow_run_id } = this.claim;
    try {
      // Results first: their answers may add lines.
      await this.#results.drained().catch(() => undefined);
      await this.#lines.drained().catch(() => undefined);
      const body = { ...underClaim(this.#held), status, message: truncate(message, messageLength) };
      await this.#tell((signal) => this.#options.api.finishRun({ params: { flow_run_id }, body, signal }));
      return true;
    } catch (error) {
      // The service accepts the end from the holder of the lock, with any outcome; a conflict means that another holds
      // it.
      if (error instanceof ApiError && error.status === 409) this.stop('superseded');
      return false;
    }
  }

  /** Ends the heartbeat. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#over.abort(new RunStopped('ended'));
    await this.#background;
  }

  /** Stops when no heartbeat was answered for half a window, and gives up when none was for long. */
  async #watchLease(): Promise<void> {
    const closed = this.#closed.signal;
    while (!closed.aborted && this.#lease.toGiveUpMilliseconds > 0) {
      const left = this.#lease.leftMilliseconds;
      if (left <= 0) this.stop('silent');
      await pause(Math.max(1, this.signal.aborted ? this.#lease.toGiveUpMilliseconds : left), closed);
    }
    if (!closed.aborted) this.#over.abort(new RunStopped('silent'));
  }

  /** Calls until the service has answered; its refusal stops the run. */
  async #tell<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await callWithRetries(call, this.#callOptions(this.#over.signal));
    } catch (error) {
      if (error instanceof ApiError) this.#refused(error);
      throw error;
    }
  }

  #callOptions(signal: AbortSignal): CallOptions {
    const timeoutMilliseconds = requestTimeoutOf(this.claim.window_seconds);
    return { signal, timeoutMilliseconds, random: this.#options.random };
  }

  #refused({ status, code, detail: said, errors: [first] }: ApiError): void {
    if (code === 'limit_reached') return;
    const detail = first && !said.includes(first.message) ? `${said}: ${first.message}` : said;
    // Ended or taken over: the heartbeat says which; finish is still to be tried.
    if (code === 'run_cancelled') this.stop('cancelled', detail);
    else if (status === 409) this.stop('conflict', detail);
    else if (status === 404) this.stop('ended', detail);
    else this.stop('refused', detail);
  }

  async #sendResults(results: readonly TaskReport[]): Promise<void> {
    const { flow_run_id } = this.claim;
    const body = { ...underClaim(this.#held), results: [...results] };
    const answer = await this.#tell((signal) =>
      this.#options.api.reportTaskResults({ params: { flow_run_id }, body, signal }),
    ).catch((error) => {
      // The run was cancelled before these tasks began: they have no results.
      if (error instanceof ApiError && error.code === 'run_cancelled') return { results: [] };
      throw error;
    });
    for (const { left_out = [], warnings = [] } of answer.results) {
      for (const { reason } of left_out) this.log('warning', `Not taken: ${reason}`);
      for (const { reason } of warnings) this.log('warning', `Taken: ${reason}`);
    }
  }

  async #sendLines(lines: readonly LogLine[]): Promise<void> {
    const { flow_run_id } = this.claim;
    const body = { ...underClaim(this.#held), sequence: this.#sequence, lines: [...lines] };
    const { next_sequence } = await this.#tell((signal) =>
      this.#options.api.appendRunLog({ params: { flow_run_id }, body, signal }),
    );
    this.#sequence = next_sequence;
  }

  async #askUploads(files: UploadRequest[]): Promise<readonly UploadTarget[]> {
    if (!this.cancelled) this.guard();
    const { flow_run_id } = this.claim;
    const body = { ...underClaim(this.#held), files };
    const { uploads } = await this.#tell((signal) =>
      this.#options.api.createUploads({ params: { flow_run_id }, body, signal }),
    );
    return uploads;
  }

  /** A run goes on without the files for which its project has no room (rule PROJ-22). */
  #withoutFiles(error: unknown, files: readonly WorkerFile[]): string[] {
    if (!(error instanceof ApiError && error.code === 'limit_reached')) throw error;
    this.log('warning', `${files.length} files were not kept: ${error.detail}`);
    return files.map(() => '');
  }
}

const firing = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

const begins = (status: TaskReport['status']): boolean => status === 'scheduled' || status === 'running';

type TaskKey = Pick<TaskReport, 'task' | 'qid' | 'mux_id' | 'stage' | 'attempt'>;

/** What a task is known by. */
const nameOf = ({ task, qid, mux_id, stage = 0, attempt = 0 }: TaskKey): string =>
  JSON.stringify([task, qid || mux_id, stage, attempt]);

/**
 * A copy, without the paths of files that were not kept, since the caller may change its own.
 * @throws TypeError for a value that is not JSON, such as a BigInt.
 */
function copyOf(result: TaskReport): TaskReport {
  const copy: TaskReport = JSON.parse(JSON.stringify(result));
  for (const paths of ['figures', 'raw_data'] as const) if (copy[paths]) copy[paths] = copy[paths].filter(Boolean);
  return copy;
}

/** A text as the service takes it: whole characters alone, and no more of them. */
const truncate = (text: string, maxCharacters: number): string =>
  [...text.toWellFormed()].slice(0, maxCharacters).join('');
