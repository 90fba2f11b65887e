import { aws } from './assumptions.ts';

/** A message of the queue. */
export interface Job {
  /** When it can be received, in seconds. */
  at: number;
  waitSeconds: number;
  computeSeconds: number;
  /** Writes to the partition that all projects share. */
  hotWrites: number;
}

/** How the function of a queue is called. */
export interface Consumers {
  maxConcurrency: number;
  batchSize: number;
}

/** When each job is done, in seconds: Lambda's pollers take batches, more of them each second up to the ceiling. */
export function drain(jobs: readonly Job[], { maxConcurrency, batchSize }: Consumers): number[] {
  const done = new Array<number>(jobs.length);
  const order = jobs.map((_, n) => n).sort((a, b) => (jobs[a]?.at ?? 0) - (jobs[b]?.at ?? 0));
  const first = Math.min(aws.poller.first, maxConcurrency);
  /** When each instance is free; a new one begins with a cold start. */
  const free = Array.from<number>({ length: first }).fill(aws.lambda.coldStartSeconds);
  let writable = 0;
  for (let next = 0; next < order.length; ) {
    const begin = jobs[order[next] ?? 0]?.at ?? 0;
    let earliest = free.indexOf(Math.min(...free));
    const at = Math.max(begin, free[earliest] ?? 0);
    // Pollers are added from the moment at which there is work.
    const allowed = Math.min(
      maxConcurrency,
      first + Math.floor(((at - (jobs[order[0] ?? 0]?.at ?? 0)) * aws.poller.morePerMinute) / 60),
    );
    if (free.length < allowed && at > begin) {
      free.push(begin + aws.lambda.coldStartSeconds + ((free.length - first) * 60) / aws.poller.morePerMinute);
      earliest = free.indexOf(Math.min(...free));
    }
    const start = Math.max(begin, free[earliest] ?? 0);
    const batch = order.slice(next, next + batchSize).filter((n) => (jobs[n]?.at ?? 0) <= start);
    const members = batch.flatMap((n) => jobs[n] ?? []);
    const compute = members.reduce((sum, job) => sum + job.computeSeconds, 0);
    const wait = Math.max(...members.map((job) => job.waitSeconds));
    const writes = members.reduce((sum, job) => sum + job.hotWrites, 0);
    writable = Math.max(writable, start) + writes / aws.partitionWritesPerSecond;
    const end = Math.max(start + wait + compute, writable);
    for (const n of batch) done[n] = end;
    free[earliest] = end;
    next += batch.length;
  }
  return done;
}

/** What a start of a run by a schedule takes. */
export interface Start {
  waitSeconds: number;
  computeSeconds: number;
}

/** When the state machine of each run that is due at the full hour begins, in seconds after the scheduler's call. */
export function startAll(count: number, { waitSeconds, computeSeconds }: Start, concurrency: number): number[] {
  const free: number[] = [];
  let tokens: number = aws.stepFunctions.startExecution.bucket;
  let refilled = 0;
  return Array.from({ length: count }, (_, n) => {
    const called = n / aws.scheduler.invocationsPerSecond;
    const instances = Math.min(concurrency, aws.lambda.instancesPerTenSeconds * (1 + Math.floor(called / 10)));
    const warm = free.findIndex((at) => at <= called);
    let at = called;
    let slot = warm;
    if (warm < 0 && free.length < instances) {
      at = called + aws.lambda.coldStartSeconds;
      slot = free.length;
    } else if (warm < 0) {
      slot = free.indexOf(Math.min(...free));
      at = free[slot] ?? called;
    }
    let end = at + waitSeconds + computeSeconds;
    tokens = Math.min(
      aws.stepFunctions.startExecution.bucket,
      tokens + Math.max(0, end - refilled) * aws.stepFunctions.startExecution.perSecond,
    );
    refilled = Math.max(refilled, end);
    if (tokens < 1) {
      end = refilled + (1 - tokens) / aws.stepFunctions.startExecution.perSecond;
      refilled = end;
      tokens = 1;
    }
    tokens -= 1;
    free[slot] = end;
    return end;
  });
}

/** The value below which a share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
