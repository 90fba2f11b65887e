import type { DynamoDBRecord } from 'aws-lambda';
import { sweep } from '#functions/scheduled/sweep.ts';
import { handler as project } from '#functions/stream/project.ts';
import { handler as search } from '#functions/stream/search.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { meetsPattern } from '#local/streams/filter.ts';
import type { Written } from '#local/table-in-memory/memory-table.ts';
import { copyImage } from '#local/table-in-memory/values.ts';
import { type FilterPattern, streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { failuresIn } from '#shared/work/verbs/kinds/work-kind.ts';
import type { Service } from '../world/service.ts';

/** Until when the background works: the history ends it. */
export interface Background {
  ended: boolean;
  /** Nothing happens before then; in milliseconds of the world. */
  quietUntil: number;
  /** Much happens until then. */
  busyUntil: number;
}

/** Waits for the next time that something in the background works. */
function pause({ world }: Service, { quietUntil, busyUntil }: Background, seconds: number): Promise<void> {
  if (quietUntil > world.now) return world.sleep(quietUntil - world.now);
  return world.sleep(busyUntil > world.now ? world.random.below(1000) : seconds * 1000);
}

/** Sweeps as the schedule of the service does, sometimes two at once. */
export async function sweepNowAndThen(service: Service, state: Background): Promise<void> {
  const { world } = service;
  while (!state.ended) {
    await pause(service, state, world.random.pick([1, 5, 60, 300]));
    const sweeping = sweepOnce(service);
    if (world.random.chance(0.7)) await sweeping;
  }
}

/** Fires schedules as their times come. */
export async function fireNowAndThen({ world, scheduler }: Service, state: Background): Promise<void> {
  while (!state.ended) {
    await world.sleep(1000 * world.random.between(1, 20));
    scheduler.fire(false);
  }
}

/** One sweep, with every job that it has. @returns whether nothing of it failed. */
export async function sweepOnce(service: Service): Promise<boolean> {
  const ended = await service.world.spawn('sweep', () => sweep({ rollUps: true }));
  return ended.kind === 'answered' && failuresIn(ended.value) === 0;
}

const handlers = { project, search };

/** Delivers the stream to one of its consumers: in order for each item, and in any order between items; some records twice. */
export class Delivery {
  readonly #service: Service;
  readonly #name: keyof typeof handlers;
  readonly #filters: readonly FilterPattern[];
  #next = 0;
  #waiting: Written[] = [];

  constructor(service: Service, name: keyof typeof handlers) {
    this.#service = service;
    this.#name = name;
    this.#filters = streamConsumers.find((consumer) => consumer.name === name)?.filters ?? [];
  }

  /** Whether everything that was written has been delivered. */
  get isDone(): boolean {
    return this.#waiting.length === 0 && this.#next === this.#service.table.stream.length;
  }

  async deliverNowAndThen(state: Background): Promise<void> {
    const { world } = this.#service;
    while (!state.ended) {
      await pause(this.#service, state, world.random.between(1, 20));
      await this.deliver();
    }
  }

  /** One batch; what fails stays, and is delivered again. */
  async deliver(): Promise<void> {
    const { world, table } = this.#service;
    for (const written of table.stream.slice(this.#next))
      if (this.#isWanted(recordOf(written))) this.#waiting.push(written);
    this.#next = table.stream.length;
    const batch = this.#draw();
    if (batch.length === 0) return;
    const event = { Records: batch.map(recordOf) };
    const ended = await world.spawn(this.#name, () =>
      handlers[this.#name](event, lambdaContext(`stream-${this.#name}`, world.random.uuid(), 0)),
    );
    if (ended.kind !== 'answered') return;
    const failed = new Set(ended.value.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const told = new Set(batch.filter(({ sequence }) => !failed.has(String(sequence))));
    // Lambda tells again what it has told before, where its own note of it was lost.
    if (!world.random.chance(world.climate.streamFaults)) this.#waiting = this.#waiting.filter((one) => !told.has(one));
  }

  #isWanted = (record: DynamoDBRecord): boolean => this.#filters.some((filter) => meetsPattern(record, filter));

  /** The next records, of different items where the order is another than that of the writes. */
  #draw(): Written[] {
    const { random, climate } = this.#service.world;
    const batch = this.#waiting.slice(0, random.between(1, 8));
    const [first, ...rest] = batch;
    if (!first || !random.chance(climate.streamFaults)) return batch;
    return rest.some(({ pk, sk }) => pk === first.pk && sk === first.sk) ? batch : [...rest, first];
  }
}

/** A record as Lambda hands it over. */
function recordOf({ sequence, pk, sk, before, after }: Written): DynamoDBRecord {
  return {
    eventID: String(sequence),
    eventName: after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      SequenceNumber: String(sequence),
      Keys: { pk: { S: pk }, sk: { S: sk } },
      ...(before && { OldImage: copyImage(before) }),
      ...(after && { NewImage: copyImage(after) }),
    } as NonNullable<DynamoDBRecord['dynamodb']>,
  };
}
