import { describe, expect, it } from 'vitest';
import { compareServices, spread } from '../../../cli/comparison/compare-services.ts';
import { Differences } from '../../../cli/comparison/differences.ts';
import { couplingFacts, metricFacts, qubitFacts, taskResultFacts } from '../../../cli/comparison/facts.ts';
import { qdashUrl } from '../../../cli/comparison/qdash-credentials.ts';
import { createPace, createReader, type Reader } from '../../../cli/comparison/reader.ts';

const value = (of: number, more = {}) => ({ value: of, unit: 'us', calibrated_at: '2026-11-01T00:00:00Z', ...more });
const qubit = (data: object) => ({ qubits: [{ qid: '0', data }] });

function groupsOf(theirs: object, ours: object, factsOf = qubitFacts) {
  const differences = new Differences(2);
  differences.compare('qubits', factsOf({ ...theirs }, 'A'), factsOf({ ...ours }, 'A'));
  return differences.groups;
}

/** A clock that only sleeping moves. */
function fakeClock() {
  const clock = { time: 0, slept: [] as number[] };
  return {
    ...clock,
    slept: clock.slept,
    now: () => clock.time,
    sleep: async (milliseconds: number) => {
      clock.slept.push(milliseconds);
      clock.time += milliseconds;
    },
  };
}

describe('facts of two services', () => {
  it('facts are equal across spellings of the same instant, further fields, rounding, and null for absent', () => {
    const theirs = qubit({ t1: value(12.3, { calibrated_at: '2026-11-01T09:00:00+09:00', task_id: '' }) });
    const ours = qubit({ t1: { ...value(12.3 * (1 + 1e-12)), task_id: null, source: 'import' } });
    expect(groupsOf(theirs, ours)).toEqual([]);
    expect(
      groupsOf(qubit({ t1: value(1, { calibrated_at: '2026-11-01T00:00:00' }) }), qubit({ t1: value(1) })),
    ).toEqual([]);
  });

  it('facts that differ are one group for each field, with the count and the first examples', () => {
    const theirs = qubit({ t1: value(1), t2: value(2), f: value(3), old: value(4) });
    const ours = qubit({ t1: value(1.1), t2: value(2.2), f: value(3.3), added: value(5) });
    const [first, ...others] = groupsOf(theirs, ours);
    expect(first).toEqual({
      ...{ read: 'qubits', field: 'value', kind: 'differs', count: 3 },
      examples: [
        { subject: 'A/qubit 0 t1.value', qdash: 1, fiducial: 1.1 },
        { subject: 'A/qubit 0 t2.value', qdash: 2, fiducial: 2.2 },
      ],
    });
    expect(others.map(({ field, kind, count }) => `${field} ${kind} ${count}`).sort()).toEqual([
      'calibrated_at only in Fiducial 1',
      'calibrated_at only in QDash 1',
      'unit only in Fiducial 1',
      'unit only in QDash 1',
      'value only in Fiducial 1',
      'value only in QDash 1',
    ]);
  });

  it('a target that one service does not have is one difference, not one for each of its values', () => {
    const found = groupsOf(qubit({ t1: value(1), t2: value(2) }), { qubits: [] });
    expect(found).toMatchObject([{ field: null, kind: 'only in QDash', count: 1 }]);
  });

  it('facts of a coupling in both orders are those of one coupling, with the newest value of each parameter', () => {
    const old = value(0.9, { calibrated_at: '2026-10-01T00:00:00' });
    const theirs = {
      couplings: [
        { qid: '1-0', data: { fidelity: old, zx: value(3) } },
        { qid: '0-1', data: { fidelity: value(0.95) } },
      ],
    };
    const ours = { couplings: [{ qid: '0-1', data: { fidelity: value(0.95), zx: value(3) } }] };
    expect(groupsOf(theirs, ours, couplingFacts)).toEqual([]);
  });

  it('facts of one measurement do not differ in its time, and those of a bare number in nothing but the number', () => {
    const theirs = qubit({ t1: value(1, { task_id: 'x' }), f: 5 });
    const ours = qubit({ t1: value(1, { task_id: 'x', calibrated_at: '2026-11-01T00:00:02Z' }), f: value(5) });
    const compare = (other: object) => {
      const differences = new Differences(2);
      const facts = [
        qubitFacts({ ...theirs }, 'A', { service: 'Fiducial', answer: { ...other } }),
        qubitFacts({ ...other }, 'A', { service: 'QDash', answer: { ...theirs } }),
      ] as const;
      differences.compare('qubits', ...facts);
      return differences.groups.map(({ field, kind }) => `${field} ${kind}`);
    };
    expect(compare(ours)).toEqual([]);
    expect(compare(qubit({ t1: value(2, { task_id: 'x' }), f: value(6) }))).toEqual(['value differs']);
    const later = { task_id: 'y', calibrated_at: '2026-11-01T00:00:02Z' };
    expect(compare(qubit({ t1: value(1, later), f: value(5) }))).toEqual(['calibrated_at differs', 'task_id differs']);
  });

  it('facts of a qubit that QDash has once for each user are the newest values of all', () => {
    const old = value(0.9, { calibrated_at: '2026-10-01T00:00:00' });
    const theirs = { qubits: [...qubit({ t1: value(1) }).qubits, ...qubit({ t1: old, t2: value(2) }).qubits] };
    expect(groupsOf(theirs, qubit({ t1: value(1), t2: value(2) }))).toEqual([]);
  });

  it('facts of metrics are those of tasks: a coupling in both orders has the value of the task that both name', () => {
    const metric = (of: number | null, task_id: string | null) => ({
      value: of,
      task_id,
      execution_id: '20261101-000',
    });
    const theirs = {
      qubit_metrics: { t2: { 0: metric(null, 'n') } },
      coupling_metrics: { f: { '0-1': metric(1, 'a'), '1-0': metric(2, 'b') } },
    };
    const ours = {
      qubit_metrics: { t2: { 0: metric(0, 'n') }, t1: { 0: metric(30, null) } },
      coupling_metrics: { f: { '0-1': metric(2, 'b') } },
    };
    const differences = new Differences(2);
    differences.compare(
      'metrics',
      metricFacts(theirs, 'A', { service: 'Fiducial', answer: ours }),
      metricFacts(ours, 'A', { service: 'QDash', answer: theirs }),
    );
    expect([differences.groups, differences.compared]).toEqual([[], 3]);
  });

  it('facts of a task result include its parameters, and how many figures there are but not their paths', () => {
    const result = (t1: number, paths: string[]) => ({
      ...{ task_id: 'x', task_name: 'CheckT1', qid: '0', status: 'completed', figure_path: paths },
      ...{ input_parameters: {}, output_parameters: { t1: { value: t1, unit: 'us' } }, run_parameters: { shots: 10 } },
    });
    expect(groupsOf(result(1, ['/app/a.png']), result(1, ['figures/b.png']), taskResultFacts)).toEqual([]);
    expect(groupsOf(result(1, []), result(2, ['b']), taskResultFacts).map(({ field }) => field)).toEqual([
      'value',
      'figures',
    ]);
  });
});

describe('reads of a comparison', () => {
  it('reads are at most as many as allowed, and reach old runs as well as new ones', async () => {
    const ids = Array.from({ length: 250 }, (_, n) => `20261101-${String(n).padStart(3, '0')}`);
    const asked: string[] = [];
    const service: Reader = async (path) => {
      const url = new URL(path, 'http://service');
      asked.push(url.pathname);
      const skip = Number(url.searchParams.get('skip'));
      const page = ids.slice(skip, skip + 100).map((execution_id) => ({ execution_id, status: 'completed' }));
      const [, first, second] = url.pathname.split('/');
      const task = { task_id: `of-${second}`, name: 'CheckT1', task_type: 'qubit' };
      const body = {
        chips: [{ chip_id: 'A' }],
        executions: page,
        task: second ? [task] : [],
        qubits: [],
        couplings: [],
        qubit_metrics: {},
        output_parameters: {},
        result: {},
      };
      return { status: first === 'tags' ? 404 : 200, body };
    };
    const { reads, refusedByBoth, differences } = await compareServices({
      ...{ qdash: service, fiducial: service, pace: async () => undefined, onRead: () => undefined },
      ...{ mostReads: 60, mostExamples: 3, chipId: undefined },
    });
    expect([reads, asked.length, refusedByBoth, differences.groups]).toEqual([60, 120, 1, []]);
    const details = asked.filter((path) => path.startsWith('/executions/'));
    expect(details[0]).toBe(`/executions/${ids[0]}`);
    expect(details.some((path) => path >= '/executions/20261101-230')).toBe(true);
    expect(asked.some((path) => path.startsWith('/tasks/of-'))).toBe(true);
  });

  it('reads are spread evenly over the rows', () => {
    expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 2, 5, 7]);
    expect(spread([1, 2], 5)).toEqual([1, 2]);
    expect(spread([], 5)).toEqual([]);
  });

  it('reads begin no more often than the rate says', async () => {
    const clock = fakeClock();
    const pace = createPace(10, clock);
    for (let n = 0; n < 4; n += 1) await pace();
    expect(clock.slept).toEqual([100, 100, 100]);
  });

  it('reads wait as long as a busy service asks, and end when it stays busy', async () => {
    const clock = fakeClock();
    const answers = [new Response('', { status: 429, headers: { 'retry-after': '7' } }), new Response('{"a":1}')];
    const send = async () => answers.shift() ?? new Response('', { status: 503 });
    const read = createReader({ name: 'QDash', baseUrl: 'http://qdash', headers: {} }, clock, send);
    expect(await read('/chips')).toEqual({ status: 200, body: { a: 1 } });
    expect(clock.slept).toEqual([7000]);
    await expect(read('/chips')).rejects.toMatchObject({
      exitCode: 6,
      message: 'QDash is busy: it answered 503 to /chips.',
    });
  });

  it('reads that are cut or do not end are asked for again, and end with a sentence', async () => {
    const clock = fakeClock();
    const cut = () =>
      new Response(
        new ReadableStream({
          start: (body) => body.error(new TypeError('terminated', { cause: new Error('other side closed') })),
        }),
      );
    const cutReader = createReader({ name: 'QDash', baseUrl: 'http://qdash', headers: {} }, clock, async () => cut());
    await expect(cutReader('/chips')).rejects.toMatchObject({
      exitCode: 6,
      message: 'No response from QDash to /chips: other side closed.',
    });
    const never: typeof fetch = async (_, options) =>
      new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      );
    const slow = createReader({ name: 'QDash', baseUrl: 'http://qdash', headers: {} }, clock, never, 0.01);
    await expect(slow('/chips')).rejects.toMatchObject({
      exitCode: 6,
      message: 'No response from QDash to /chips: it did not answer within 0.01 seconds.',
    });
    expect(clock.slept).toEqual([1000, 2000, 4000, 1000, 2000, 4000]);
  });

  it('reads go to an address without a password in it', () => {
    expect(qdashUrl('https://qdash.example/api/')).toBe('https://qdash.example/api');
    for (const address of ['qdash.example', 'ftp://qdash.example'])
      expect(() => qdashUrl(address)).toThrow('needs the address');
    expect(() => qdashUrl('https://ada:secret@qdash.example')).toThrow('must not contain a password');
  });
});
