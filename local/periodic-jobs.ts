/** Work that AWS does by itself or on a schedule, done here periodically. */
export interface PeriodicJob {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

interface PeriodicJobsOptions {
  /** Jobs start after this resolves, and never if it rejects. */
  after: Promise<unknown>;
  onError: (job: string, error: unknown) => void;
}

/**
 * Runs each job at its interval until stopped, never twice at the same time. A failure is reported, and the next turn
 * tries again. Returns a function that stops the jobs and waits for a running one.
 */
export function startPeriodicJobs(
  jobs: readonly PeriodicJob[],
  { after, onError }: PeriodicJobsOptions,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  let isStopped = false;
  const begin = (job: PeriodicJob) => {
    let busy = false;
    const turn = async () => {
      if (busy) return;
      busy = true;
      await job.run().catch((error: unknown) => onError(job.name, error));
      busy = false;
    };
    return setInterval(() => {
      const done = turn().finally(() => running.delete(done));
      running.add(done);
    }, job.everySeconds * 1000);
  };
  after.then(
    () => {
      if (!isStopped) timers.push(...jobs.map(begin));
    },
    // The caller receives the error.
    () => undefined,
  );
  return async () => {
    isStopped = true;
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
