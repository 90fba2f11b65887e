/** Work that AWS does by itself, or by a schedule: done here from time to time. */
export interface PeriodicJob {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

/**
 * Runs each job at its interval until stopped, never twice at a time; a failure is told and the next turn tries again.
 * Answers a function that stops the jobs and waits for a running one.
 */
export function startPeriodicJobs(
  jobs: readonly PeriodicJob[],
  onError: (job: string, error: unknown) => void,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timers = jobs.map((job) => {
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
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
