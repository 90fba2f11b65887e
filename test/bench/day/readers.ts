import { setTimeout as sleep } from 'node:timers/promises';
import type { DayChip } from './chip.ts';

const clients = 8;
/**
 * How long a user looks at a page of 64 qubits before the next; at one of 256, four times as long. Pages of 256 qubits each
 * quarter of a second would keep two cores busy without any run: what is measured then is a queue.
 */
const pauseMilliseconds = 250;
const pauseQubits = 64;

/** The reads that pages make, by name. */
const pages: Readonly<Record<string, (chip: DayChip) => Promise<unknown>>> = {
  chip: ({ client, id }) => client.getChip({ params: { chip_id: id } }),
  metrics: ({ client, id }) => client.getChipMetrics({ params: { chip_id: id } }),
  executions: ({ client }) => client.listExecutions({ query: { limit: 20 } }),
  results: ({ client, id }) => client.listTaskResults({ query: { chip_id: id, limit: 50 } }),
  history: ({ client, id }) =>
    client.getQubitMetricHistory({ params: { chip_id: id, qid: '0' }, query: { metric: 't1' } }),
  me: ({ client }) => client.getCurrentUser(),
};

/** Milliseconds of each read, by page. */
export type PageTimes = ReadonlyMap<string, readonly number[]>;

/** What the service does while pages are read. */
export type Phase = 'idle' | 'run';

export interface PageReaders {
  /** From now on reads count as made in this phase; with undefined they are made, and count nowhere. */
  enter(phase: Phase | undefined): void;
  stop(): Promise<Readonly<Record<Phase, PageTimes>>>;
}

/**
 * Eight clients that read one page after the other until they are told to stop. A read that one phase begins and another ends
 * belongs to neither.
 */
export function readPages(chip: DayChip): PageReaders {
  const reads = Object.entries(pages);
  const emptyTimes = () => new Map(reads.map(([name]): [string, number[]] => [name, []]));
  const times = { idle: emptyTimes(), run: emptyTimes() };
  const pause = pauseMilliseconds * Math.max(1, chip.qubits / pauseQubits);
  let goesOn = true;
  let phase: Phase | undefined;
  let phases = 0;
  const reading = Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      for (let turn = n; goesOn; turn += 1) {
        const [name = '', read] = reads[turn % reads.length] ?? [];
        const begun = performance.now();
        const phaseAtStart = phases;
        await read?.(chip);
        if (phase !== undefined && phaseAtStart === phases) times[phase].get(name)?.push(performance.now() - begun);
        // Half as long to half as long again: clients in step would wait for each other.
        await sleep(pause * (0.5 + Math.random()));
      }
    }),
  );
  return {
    enter: (next) => {
      phase = next;
      phases += 1;
    },
    stop: async () => {
      goesOn = false;
      await reading;
      return times;
    },
  };
}
