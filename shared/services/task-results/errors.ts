/** Another writer has taken the run over: nothing of this one's may be written any more (design 4, Task results). */
export class FenceLost extends Error {
  override readonly name = 'FenceLost';
  constructor(executionId: string, fence: number) {
    super(`Execution '${executionId}' was taken over; the fence ${fence} is not its own any more`);
  }
}

/** What a transaction had read was written meanwhile; it is read again. */
export class Moved extends Error {}
