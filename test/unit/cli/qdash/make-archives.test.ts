import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOutcomes } from '#shared/archives/rules/import-report.ts';
import { itemOf } from '#shared/archives/store/archived-items.ts';
import { archivedKinds } from '#shared/archives/store/archived-kinds.ts';
import { digestWith } from '#shared/kernel/archive-digest.ts';
import { otherProjectId, projectId, small } from '#test/support/qdash/dump/fields.ts';
import { schedules } from '#test/support/qdash/dump/schedules.ts';
import { writeConfig, writeDump, writeFiles } from '#test/support/qdash/dump/write.ts';
import { openArchive } from '../../../../cli/archive/open-archive.ts';
import { versions } from '../../../../cli/qdash/lines.ts';
import { type MadeArchives, makeArchives, type QdashSources } from '../../../../cli/qdash/make-archives.ts';

describe('the archives that are made of a dump of QDash', () => {
  let folder: string;
  let counts: Record<string, number>;
  let sources: QdashSources;
  let made: MadeArchives;
  let lines: string[];

  const linesOf = async (file: string): Promise<string[]> => {
    const archive = await openArchive(file);
    const parts = await Promise.all(archive.manifest.parts.map((part) => archive.linesOf(part)));
    return parts.flat();
  };
  const recordsOf = (kind: string): Record<string, unknown>[] =>
    lines
      .map((line) => JSON.parse(line))
      .filter((line) => line.kind === kind)
      .map(({ record }) => record);
  const remarks = (text: string) => made.report.remarks.filter(({ message }) => message.includes(text));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fiducial-qdash-'));
    counts = await writeDump(join(folder, 'dump', 'qdash'), small);
    await writeFiles(join(folder, 'files'), small);
    await writeConfig(join(folder, 'config'));
    await writeFile(join(folder, 'schedules.json'), JSON.stringify(schedules));
    sources = {
      dump: join(folder, 'dump'),
      files: join(folder, 'files'),
      config: join(folder, 'config'),
      schedules: join(folder, 'schedules.json'),
    };
    made = await makeArchives(sources, join(folder, 'made'));
    lines = await linesOf(made.projects.find((one) => one.projectId === projectId)?.file ?? '');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('the report counts every document of every collection with one outcome', () => {
    const { schedules: ofSchedules, ...collections } = made.report.collections;
    const documents = Object.fromEntries(Object.entries(collections).map(([name, one]) => [name, one.documents]));
    expect(documents).toEqual(counts);
    expect(ofSchedules?.documents).toBe(schedules.schedules.length);
    for (const one of Object.values(made.report.collections))
      expect(importOutcomes.reduce((sum, outcome) => sum + one[outcome], 0)).toBe(one.documents);
  });

  test('qubits and couplings come before the task results that the service would take into them', () => {
    const kinds = lines.map((line): string => JSON.parse(line).kind);
    expect(kinds).toContain('target');
    expect(kinds.lastIndexOf('target')).toBeLessThan(kinds.indexOf('task-result'));
  });

  test('every line is taken by the service, and no record is there twice', () => {
    const keys = lines
      .filter((line) => !line.startsWith('{"kind":"file"'))
      .map((line) => {
        const { pk, sk } = itemOf(line, projectId, () => undefined);
        return `${pk} ${sk}`;
      });
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(150);
  });

  test('the versions of the records are those of the entities', () => {
    const entities = Object.keys(versions).map((kind) => [kind, archivedKinds.get(kind)?.entity.version]);
    expect(Object.fromEntries(entities)).toEqual(versions);
  });

  test('a dump of JSON lines makes the same lines as one of BSON', async () => {
    const dump = join(folder, 'lines');
    await writeDump(dump, small, 'jsonl');
    const again = await makeArchives({ ...sources, dump }, join(folder, 'made-of-lines'));
    const file = again.projects.find((one) => one.projectId === projectId)?.file ?? '';
    expect(await linesOf(file)).toEqual(lines);
    expect(again.report).toEqual(made.report);
  });

  test('the same dump makes the same lines again', async () => {
    const again = await makeArchives(sources, join(folder, 'made'));
    const file = again.projects.find((one) => one.projectId === projectId)?.file ?? '';
    expect(digestWith('', await linesOf(file))).toBe(digestWith('', lines));
  });

  test('without a folder everything is reported and nothing is written', async () => {
    const before = await readdir(folder, { recursive: true });
    const { report } = await makeArchives(sources, undefined);
    expect(report).toEqual(made.report);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  test('both directions of a coupling are one, with the newest value of each metric', () => {
    const couplings = recordsOf('target').filter(({ kind, chipId }) => kind === 'coupling' && chipId === 'alpha');
    expect(couplings.map(({ id }) => id)).toEqual(['0-1', '2-3']);
    expect(
      remarks('several documents are one record').find(({ collection }) => collection === 'coupling'),
    ).toMatchObject({
      ...{ kind: 'merged', count: 2, examples: ['alpha 0-1', 'alpha 2-3'] },
    });
    expect(couplings[0]?.data).toMatchObject({ zx90_gate_fidelity: { value: 0.99 }, cr_amplitude: { value: 0.3 } });
    const days = recordsOf('target-day').filter(({ target }) => (target as { id: string }).id === '0-1');
    expect(days).toHaveLength(small.days + 1);
    for (const { data } of days)
      expect(Object.keys(data as object).sort()).toEqual(['cr_amplitude', 'zx90_gate_fidelity']);
    expect(recordsOf('task-result').find(({ qid, isInverse }) => qid === '0-1' && isInverse)).toBeDefined();
  });

  test('NaN and a 0 that may have been NaN are 0 and marked, and a value that is not a number stays in the note', () => {
    const marked = recordsOf('task-result').filter(({ gateMarks }) => gateMarks !== undefined);
    expect(marked.length).toBeGreaterThan(1);
    for (const { gateMarks, outputParameters } of marked)
      for (const [metric, mark] of Object.entries(gateMarks as object)) {
        expect(mark).toEqual({ state: 'noted', because: 'not_a_number' });
        expect((outputParameters as Record<string, { value: number }>)[metric]?.value).toBe(0);
      }
    expect(remarks('NaN is imported as 0')).toMatchObject([{ kind: 'suspect' }]);
    expect(remarks('a 0 that QDash may have written').map(({ kind, collection }) => [kind, collection])).toEqual([
      ['suspect', 'qubit'],
      ['suspect', 'task_result_history'],
    ]);
    const kept = recordsOf('task-result').find(({ taskId }) => String(taskId).endsWith('02'));
    expect(kept?.note).toMatchObject({ qdash: { output_parameters: { trace: { value: [1, 2, 3] } } } });
    expect(kept?.outputParameters).toMatchObject({ rabi_frequency: { value: 12.5, unit: '' } });
  });

  test('people come with their hashes and without their tokens; who is disabled brings none', async () => {
    expect(
      made.users.map(({ username, passwordHash, disabled }) => [username, passwordHash !== undefined, disabled]),
    ).toEqual([
      ...[
        ['anna', true, false],
        ['bert', true, false],
        ['carl', true, false],
        ['dora', false, true],
      ],
      ['emil', false, false],
    ]);
    const written = await Promise.all(
      (await readdir(join(folder, 'made')))
        .filter((name) => /json$/.test(name))
        .map((name) => readFile(join(folder, 'made', name), 'utf8')),
    );
    expect([...lines, ...written].join()).not.toContain('secret-token-of');
    expect(remarks('names a user who is not in the dump').flatMap(({ examples }) => examples)).toContain('ghost');
  });

  test('documents that nothing here is like are kept whole, with a manifest that counts them', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'made', 'manifest.json'), 'utf8'));
    const kept = manifest.kept.map(({ collection, documents }: { collection: string; documents: number }) => [
      collection,
      documents,
    ]);
    expect(kept).toEqual(
      expect.arrayContaining([
        ['agent_sessions', 1],
        ['agent_actions', 1],
        ['copilot_chat_session', 1],
        ['made_by_the_lab', 1],
        ['forum_post', 1],
      ]),
    );
    expect(await readFile(join(folder, 'made', 'kept', 'copilot_chat_session.jsonl'), 'utf8')).toContain(
      'Why is T1 low?',
    );
    expect(await readFile(join(folder, 'made', 'kept', 'refused.project_membership.jsonl'), 'utf8')).toContain(
      '"gone"',
    );
  });

  test('files that are there are imported under the paths that results name, and missing ones are counted', () => {
    const { named, imported, missing } = made.report.files;
    expect([named, imported, missing]).toEqual([3 * small.results, 1.5 * small.results, 1.5 * small.results]);
    const paths = lines.filter((line) => line.startsWith('{"kind":"file"')).map((line) => JSON.parse(line).path);
    expect(paths).toHaveLength(imported);
    for (const path of paths) expect(decodeURIComponent(path.split('/')[3])).toMatch(/^\/app\/calib_data\/anna\//);
  });

  test('flows are for workers, with their sources; of two of one name the second gets another', () => {
    expect(recordsOf('flow').map(({ name, runner }) => [name, runner])).toEqual([
      ...[
        ['nightly', 'worker'],
        ['nightly_bert', 'worker'],
        ['two_qubit', 'worker'],
      ],
    ]);
    expect(recordsOf('schedule')).toMatchObject([
      { flowName: 'nightly', active: false, cron: '0 3 * * *', timeZone: 'Asia/Tokyo' },
    ]);
  });

  test('counters go on behind the highest number of each day', () => {
    const counters = recordsOf('counter') as { date: string; index: number }[];
    const executions = recordsOf('execution').map(({ executionId }) => String(executionId));
    for (const { date, index } of counters)
      expect(index).toBe(
        Math.max(...executions.filter((one) => one.startsWith(date)).map((one) => Number(one.slice(9)))),
      );
    const [lock] = recordsOf('lock') as { last: { date: string; index: number } }[];
    const last = executions.sort().at(-1);
    expect(`${lock?.last.date}-${String(lock?.last.index).padStart(3, '0')}`).toBe(last);
  });

  test('of several ongoing cool-downs of a cryostat the newest is, and the chip is in it', () => {
    const cooldowns = recordsOf('cooldown') as { cooldownId: string; startedAt: string; endedAt?: string }[];
    expect(cooldowns.map(({ cooldownId, endedAt }) => [cooldownId, endedAt === undefined])).toEqual([
      ...[
        ['cd-0', false],
        ['cd-1', false],
        ['cd-2', true],
      ],
    ]);
    for (const { startedAt, endedAt = startedAt } of cooldowns) expect(endedAt >= startedAt).toBe(true);
    expect(recordsOf('chip').find(({ chipId }) => chipId === 'alpha')).toMatchObject({ currentCooldownId: 'cd-2' });
  });

  test('threads keep their ids and numbers, with their replies in order', () => {
    expect(
      recordsOf('thread').map(({ number, title, replyCount, status }) => [number, title, replyCount, status]),
    ).toEqual([
      ...[
        [7, 'Leakage', 1, 'investigating'],
        [10_001, 'Bad fit', 1, 'resolved'],
      ],
    ]);
    for (const { threadId } of recordsOf('thread')) expect(threadId).toMatch(/^[0-9a-f]{24}$/);
  });

  test('a project without anything but its owner is an archive too', async () => {
    const file = made.projects.find((one) => one.projectId === otherProjectId)?.file ?? '';
    expect((await openArchive(file)).manifest.head).toHaveLength(2);
  });
});
