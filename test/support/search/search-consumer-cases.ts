import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler } from '#functions/stream/search.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import type { StreamHandler } from '#local/streams/delivery.ts';
import { type Streams, startStreams } from '#local/streams/streams.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import {
  type BatchWrite,
  batchWriteItems,
  type Database,
  openDatabase,
} from '#shared/kernel/store/dynamodb/database.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { type NoteEventRecord, noteEventEntity } from '#shared/notes/store/note-events.ts';
import type { SearchChange, SearchIndex } from '#shared/search/index/port.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';
import type { IndexSubject } from '#test/support/search/index-cases.ts';
import { makeNoteEvent } from '#test/support/search/note-event.ts';

const consumer = streamConsumers.find(({ name }) => name === 'search');

/** What the consumer of note events does on a table's real stream, whatever index it keeps. */
export function describeSearchConsumer(name: string, open: () => Promise<IndexSubject>): void {
  describe(`the consumer of note events with ${name}`, () => {
    let subject: IndexSubject;
    let engine: TestEngine;
    let db: Database;
    let streams: Streams | undefined;
    let errors: string[];
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());
    beforeEach(async () => {
      engine = await startTestEngine();
      await engine.createTable();
      db = openDatabase(engine.client, engine.tableName);
      errors = [];
    });
    afterEach(async () => {
      await streams?.stop();
      streams = undefined;
      await engine.stop();
    });

    /** Sets the search index, intact or broken by a test. */
    function provide(search: SearchIndex): void {
      const config = loadConfig({ TABLE_NAME: engine.tableName, LOG_LEVEL: 'ERROR' });
      provideRuntime(createRuntime(config, { client: engine.client, ports: { search }, log: silentLog }));
    }

    /** Delivers the stream as `deliver` has it, by default as it comes. */
    async function deliver(through?: (call: StreamHandler) => StreamHandler, retryAttempts = 2): Promise<Streams> {
      if (!consumer) throw new Error('There is no consumer of note events');
      const call: StreamHandler = (event) =>
        handler(event, lambdaContext('stream-search', 'test', Date.now() + 10_000));
      streams = await startStreams({
        engine,
        client: engine.client,
        tableName: engine.tableName,
        consumers: [{ ...consumer, batchSize: 10, retryAttempts }],
        handlerOf: () => through?.(call) ?? call,
        onError: (error) => errors.push(error.message),
      });
      await streams.settle();
      await subject.shown();
      return streams;
    }

    const projectId = () => engine.tableName;
    const makeEvents = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        makeNoteEvent({ projectId: projectId(), content: `drift number${index}` }),
      );
    const write = (events: readonly NoteEventRecord[], ...others: BatchWrite[]) =>
      batchWriteItems(db, [...events.map((event) => ({ put: noteEventEntity.encode(event, 1) })), ...others]);
    const found = async () => {
      const query = { projectId: projectId(), text: 'drift', sort: 'newest', skip: 0, limit: 100 } as const;
      return (await subject.index.search(query)).hits.map((hit) => hit.event).toReversed();
    };
    /** An event of a form that no code knows. */
    const poison = (): Item => ({ ...noteEventEntity.encode(makeNoteEvent({ projectId: projectId() }), 1), v: 99 });

    test('the search consumer indexes every event of a note and nothing else', async () => {
      provide(subject.index);
      const events = makeEvents(25);
      await write(events, { put: { pk: `P#${projectId()}`, sk: 'CHIP#a', entity: 'chip', v: 1, rev: 1 } });
      await deliver();
      expect(await found()).toEqual(events);
      expect(errors).toEqual([]);
    });

    test('duplicates and batches that come twice do not change the search index', async () => {
      provide(subject.index);
      const events = makeEvents(12);
      await write(events);
      await deliver((call) => async ({ Records }) => {
        const doubled = Records.flatMap((record) => [record, record]);
        await call({ Records: doubled.toReversed() });
        return call({ Records });
      });
      expect(await found()).toEqual(events);
    });

    test('an event that is deleted with its project is found no more, though its insert comes again', async () => {
      provide(subject.index);
      const [first, gone] = makeEvents(2);
      if (!first || !gone) throw new Error('no events');
      await write([first, gone]);
      const { pk, sk } = noteEventEntity.keys(gone);
      await batchWriteItems(db, [{ delete: { pk, sk } }]);
      const seen: DynamoDBRecord[] = [];
      await deliver((call) => async ({ Records }) => {
        seen.push(...Records);
        const answer = await call({ Records });
        await call({ Records: seen.filter(({ eventName }) => eventName === 'INSERT') });
        return answer;
      });
      expect(await found()).toEqual([first]);
    });

    test('a poison record ends in the dead letters of the search consumer, and the rest is indexed', async () => {
      provide(subject.index);
      const events = makeEvents(20);
      const bad = poison();
      await write(events.slice(0, 7), { put: bad });
      await write(events.slice(7));
      const { deadLetters } = await deliver();
      expect(await found()).toEqual(events);
      expect((await deadLetters()).map(({ record }) => record.dynamodb?.Keys?.sk?.S)).toEqual([bad.sk]);
      expect(errors).toHaveLength(1);
    });

    test('a batch of poison alone is answered record by record by the search consumer', async () => {
      provide(subject.index);
      await write([], { put: poison() }, { put: poison() });
      const answers: number[] = [];
      const { deadLetters } = await deliver((call) => async (event) => {
        const answer = await call(event);
        answers.push(answer.batchItemFailures.length);
        return answer;
      });
      expect(answers[0]).toBe(2);
      expect(await deadLetters()).toHaveLength(2);
    });

    test.each(['before', 'after'] as const)(
      'a search index that fails %s it wrote loses nothing and doubles nothing',
      async (moment) => {
        let failures = 3;
        provide({
          search: (query) => subject.index.search(query),
          lacking: (...asked) => subject.index.lacking(...asked),
          apply: async (changes: readonly SearchChange[]) => {
            failures -= 1;
            if (failures >= 0 && moment === 'before') throw new Error('the index is not to be reached');
            const outcome = await subject.index.apply(changes);
            if (failures >= 0) throw new Error('the answer was lost');
            return outcome;
          },
        });
        const events = makeEvents(30);
        await write(events);
        const { deadLetters } = await deliver();
        expect(await found()).toEqual(events);
        expect(await deadLetters()).toEqual([]);
      },
    );
  });
}

const silent = () => undefined;
const silentLog = { debug: silent, info: silent, warn: silent, error: silent, access: silent, measure: silent };
