import { type Climate, calm, drawClimate, type Mood } from './mood.ts';
import { currentProcess, type Process, runIn } from './process.ts';
import { Random } from './random.ts';

/** Code that goes on when it is its turn. */
interface Parked {
  process: Process;
  label: string;
  /** Not before then. */
  at: number;
  goOn: () => void;
}

/** How a process has ended. */
export type Ended<T> = { kind: 'answered'; value: T } | { kind: 'thrown'; error: unknown } | { kind: 'died' };

/** Something that must hold does not. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** The first instant of every history. */
const beginning = Date.parse('2025-03-01T12:00:00.000Z');

/**
 * A turn of the event loop, after which all code has come as far as it can without the outside. Ticks alone are not enough:
 * modules that are imported late, and streams of the platform, take turns of their own.
 */
const turn = (): Promise<void> => new Promise((resolve) => realImmediate(resolve));
const realImmediate = globalThis.setImmediate;

/**
 * Processes in one thread under virtual time. Whatever one of them awaits of the outside (a call of the table, a timer) is
 * parked; the seed decides which of the parked goes on next, so that equal seeds are equal histories. Time moves a little
 * with each call, and to the next thing that is due where nothing can go on.
 */
export class World {
  readonly seed: number;
  readonly random: Random;
  readonly climate: Climate;
  /** The history: a line for each thing that went on. */
  readonly trace: string[] = [];
  mood: Mood;
  now: number;
  /** Called after each thing that went on; throws what it finds wrong. */
  watch: () => void = () => undefined;
  #parked: Parked[] = [];
  #processes = 0;
  #failure: unknown;

  /** @param hours by which it begins later than the first one could. */
  constructor(seed: number, hours = 1) {
    this.now = beginning + hours * 3_600_000;
    this.seed = seed;
    this.random = new Random(seed);
    this.climate = drawClimate(this.random);
    this.mood = this.climate.mood;
  }

  /** No more faults from now on. */
  calmDown(): void {
    this.mood = calm;
    this.climate.lagMilliseconds = 0;
    this.climate.streamFaults = 0;
    this.climate.pageItems = 1000;
  }

  /** The time as a process knows it. */
  clock = (): Date => new Date(this.now + currentProcess().skewMilliseconds);

  /** Notes something in the history. */
  note(text: string): void {
    this.trace.push(`${String(this.now - beginning).padStart(9)} ${text}`);
  }

  /** What must not happen has: the history ends. */
  fail(error: unknown): void {
    this.#failure ??= error;
  }

  /** Lets code of the process that runs go on later, and at no time if it dies first. */
  park(label: string, milliseconds: number, goOn: () => void): Parked {
    const parked = { process: currentProcess(), label, at: this.now + Math.ceil(milliseconds), goOn };
    if (!parked.process.dead) this.#parked.push(parked);
    return parked;
  }

  unpark(parked: Parked): void {
    this.#parked = this.#parked.filter((one) => one !== parked);
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.park('', milliseconds, resolve));
  }

  /** A process that faults hit, unless it is spared. */
  newProcess(name: string, mortal: boolean): Process {
    this.#processes += 1;
    const { skewMilliseconds: most } = this.climate;
    return {
      name: `${name}-${this.#processes}`,
      mortal,
      skewMilliseconds: mortal && most > 0 ? this.random.between(-most, most) : 0,
      paceMilliseconds: mortal ? this.random.pick(this.climate.paces) : 5,
      heldUntil: 0,
      dead: false,
      onDeath: [],
    };
  }

  /** Does work in a process of its own, and answers how it has ended: it may die on the way. */
  spawn<T>(name: string, work: () => Promise<T>, mortal = true): Promise<Ended<T>> {
    const process = this.newProcess(name, mortal);
    return new Promise((resolve) => {
      process.onDeath.push(() => resolve({ kind: 'died' }));
      runIn(process, work).then(
        (value) => resolve({ kind: 'answered', value }),
        (error: unknown) => resolve({ kind: 'thrown', error }),
      );
    });
  }

  kill(process: Process): void {
    this.note(`${process.name} dies`);
    process.dead = true;
    this.#parked = this.#parked.filter((one) => one.process !== process);
    for (const tell of process.onDeath) tell();
  }

  /** Lets a process pause. */
  hold(process: Process): void {
    const seconds = this.random.pick([2, 10, 35, 130, 400, 700, 1000]);
    this.note(`${process.name} pauses for ${seconds} s`);
    process.heldUntil = this.now + seconds * 1000;
  }

  /**
   * Begins with `first`, spared of faults, and goes on until nothing is left to do.
   * @param mostSteps a history that is longer has lost its way.
   * @throws Violation, or whatever else went wrong.
   */
  async run(first: () => Promise<void>, mostSteps: number): Promise<void> {
    let over = false;
    void this.spawn('history', first, false).then((ended) => {
      over = true;
      if (ended.kind === 'thrown') this.fail(ended.error);
    });
    for (let steps = 0; ; steps += 1) {
      await turn();
      if (this.#failure !== undefined) throw this.#failure;
      if (over) return;
      if (steps === mostSteps) throw new Violation(`The history does not end within ${mostSteps} steps`);
      this.#step();
    }
  }

  #step(): void {
    const ready = this.#parked.filter((one) => dueOf(one) <= this.now);
    if (ready.length === 0) {
      const next = this.#parked.reduce((least, one) => Math.min(least, dueOf(one)), Number.POSITIVE_INFINITY);
      if (next === Number.POSITIVE_INFINITY) throw new Violation('Everything waits, and nothing will happen');
      this.now = next;
      return;
    }
    const parked = this.random.pick(ready);
    this.unpark(parked);
    runIn(parked.process, parked.goOn);
    try {
      this.watch();
    } catch (error) {
      this.fail(error);
    }
  }
}

const dueOf = ({ at, process }: Parked): number => Math.max(at, process.heldUntil);
