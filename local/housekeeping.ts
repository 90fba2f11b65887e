/** Work that AWS does by itself, or by a schedule: done here from time to time (design 8). */
export interface Chore {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

/**
 * Runs each chore at its interval until stopped, never twice at a time; a failure is told and the next turn tries again.
 * Answers a function that stops the chores and waits for a running one.
 */
export function startHousekeeping(
  chores: readonly Chore[],
  onError: (chore: string, error: unknown) => void,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timers = chores.map((chore) => {
    let busy = false;
    const turn = async () => {
      if (busy) return;
      busy = true;
      await chore.run().catch((error: unknown) => onError(chore.name, error));
      busy = false;
    };
    return setInterval(() => {
      const done = turn().finally(() => running.delete(done));
      running.add(done);
    }, chore.everySeconds * 1000);
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
