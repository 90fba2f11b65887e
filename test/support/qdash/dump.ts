import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { EJSON, ObjectId, serialize } from 'bson';

/** A dump as mongodump or mongoexport writes it, with every collection and the oddities of QDash's data. */
export interface DumpSize {
  /** Task results; a run has ten. */
  results: number;
  /** Days of history before `end`. */
  days: number;
}

export type Doc = Record<string, unknown>;

export const small: DumpSize = { results: 40, days: 3 };

/** The password of every user of the dump, and its hash by the bcrypt of Python at cost 4. */
export const password = 'liquid helium at four kelvin';
export const passwordHash = '$2b$04$abcdefghijklmnopqrstuuYgCtxNYRXa5fMYFcbLexssodaBOALvC';

export const projectId = 'f8a2c0de-1111-4222-8333-abcdefabcdef';
export const otherProjectId = 'f8a2c0de-2222-4222-8333-abcdefabcdef';

const end = Date.UTC(2026, 2, 31, 12);
const dayMs = 86_400_000;
const dayOf = (n: number): Date => new Date(end - n * dayMs);
const date = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');

/** An ObjectId that follows from an instant and a number. */
let counter = 0;
const id = (at: Date): ObjectId => {
  counter += 1;
  const seconds = Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, '0');
  return new ObjectId(`${seconds}${counter.toString(16).padStart(16, '0')}`);
};

const info = (created: Date, updated = created) => ({ created_at: created, updated_at: updated });
const noNote = { content: '', updated_by: '', updated_at: null };
const note = (content: string, by: string, at: Date) => ({ content, updated_by: by, updated_at: at });

const parameter = (value: unknown, at: Date, more: Doc = {}): Doc => ({
  ...{ parameter_name: '', qid_role: '', value, value_type: 'float', error: 0.1, unit: 'us', description: '' },
  ...{ calibrated_at: at, execution_id: `${date(at)}-000`, task_id: 'task-0', ...more },
});

export const qids = ['0', '1', '2', '3'];

/** The documents of each collection, the same each time. */
export function* dumpDocuments(size: DumpSize): Generator<[collection: string, doc: Doc]> {
  counter = 0;
  const start = dayOf(size.days);
  yield* peopleDocs(start);
  yield* chipDocs(start, size);
  yield* runDocs(size);
  yield* labDocs(start);
  yield* noteDocs(start);
  yield* discussionDocs(start);
  yield* otherDocs(start);
}

function* peopleDocs(start: Date): Generator<[string, Doc]> {
  for (const [username, more] of [
    ['anna', { user_id: 'u-anna', full_name: 'Anna A.', default_project_id: projectId, system_role: 'user' }],
    ['bert', { user_id: 'u-bert', full_name: 'Bert, B.', organization: 'The "cold" lab' }],
    // An early account without an id, one that is disabled, one with a hash of another kind, and one whose name is none here.
    ['carl', { full_name: null }],
    ['dora', { user_id: 'u-dora', disabled: true }],
    ['emil', { user_id: 'u-emil', hashed_password: 'pbkdf2:unknown' }],
    ['Ü', { user_id: 'u-strange' }],
  ] as const)
    yield [
      'user',
      {
        _id: id(start),
        username,
        hashed_password: passwordHash,
        access_token: `secret-token-of-${username}`,
        disabled: false,
        system_info: info(start),
        ...more,
      },
    ];
  yield [
    'project',
    {
      _id: id(start),
      project_id: projectId,
      owner_username: 'anna',
      name: 'Cold lab',
      description: 'Two fridges',
      tags: ['cold'],
      default_role: 'viewer',
      system_info: info(start),
    },
  ];
  yield [
    'project',
    {
      _id: id(start),
      project_id: otherProjectId,
      owner_username: 'bert',
      name: "bert's project",
      description: null,
      tags: [],
      default_role: 'viewer',
      system_info: info(start),
    },
  ];
  for (const [project, username, role, status] of [
    [projectId, 'anna', 'owner', 'active'],
    [projectId, 'bert', 'editor', 'active'],
    [projectId, 'carl', 'viewer', 'revoked'],
    [projectId, 'dora', 'viewer', 'pending'],
    [otherProjectId, 'bert', 'owner', 'active'],
    ['gone', 'bert', 'viewer', 'active'],
  ] as const)
    yield [
      'project_membership',
      {
        _id: id(start),
        project_id: project,
        username,
        role,
        status,
        invited_by: username === 'anna' ? null : 'anna',
        last_accessed_at: '2026-01-01T00:00:00+09:00',
        system_info: info(start),
      },
    ];
}

function* chipDocs(start: Date, size: DumpSize): Generator<[string, Doc]> {
  const ofChip = { project_id: projectId, chip_id: 'alpha', username: 'anna' };
  yield [
    'chip',
    {
      _id: id(start),
      ...ofChip,
      size: 4,
      topology_id: 'lab-square-4',
      installed_at: start,
      activity_status: 'active',
      current_cooldown_id: 'cd-2',
      note: note('warm spot at 3', 'bert', dayOf(1)),
      qubits: { '0': {} },
      couplings: {},
      system_info: info(start, dayOf(1)),
    },
  ];
  // A chip that QDash made of a built-in topology, without measurements.
  yield [
    'chip',
    {
      _id: id(start),
      ...ofChip,
      chip_id: 'beta',
      size: 16,
      topology_id: 'square-lattice-mux-16',
      installed_at: start.toISOString().slice(0, 19),
      activity_status: 'inactive',
      note: noNote,
      system_info: { created_at: start.toISOString().slice(0, 19).replace('T', ' '), updated_at: start },
    },
  ];
  for (let qid = 0; qid < 16; qid += 1)
    yield [
      'qubit',
      {
        _id: id(start),
        ...ofChip,
        chip_id: 'beta',
        qid: String(qid),
        status: 'pending',
        data: {},
        note: noNote,
        system_info: info(start),
      },
    ];
  const latest = dayOf(0);
  for (const qid of qids)
    yield [
      'qubit',
      {
        ...{
          _id: id(start),
          ...ofChip,
          qid,
          status: 'completed',
          system_info: info(start, latest),
          node_info: { fill: 'red' },
        },
        data: {
          t1: parameter(30 + Number(qid), latest),
          t2_echo: parameter(qid === '2' ? Number.NaN : 40, latest),
          qubit_frequency: 5,
          rabi_frequency: 12.5,
        },
        note: qid === '3' ? note('leaks', 'anna', dayOf(1)) : noNote,
        metric_notes: qid === '0' ? { t1: note('slow', 'bert', dayOf(1)) } : {},
      },
    ];
  // Another user has a copy of a qubit, older, with a metric of its own.
  yield [
    'qubit',
    {
      _id: id(start),
      ...ofChip,
      username: 'bert',
      qid: '1',
      status: 'completed',
      data: { t1: parameter(1, start), t2_star: parameter(7, start) },
      note: noNote,
      system_info: info(start),
    },
  ];
  // Both directions of a coupling, each with the newest of one metric.
  for (const [qid, data] of [
    [
      '0-1',
      {
        zx90_gate_fidelity: parameter(0.98, dayOf(1), { unit: '' }),
        cr_amplitude: parameter(0.3, latest, { unit: '' }),
      },
    ],
    [
      '1-0',
      {
        zx90_gate_fidelity: parameter(0.99, latest, { unit: '' }),
        cr_amplitude: parameter(0.2, dayOf(1), { unit: '' }),
      },
    ],
    ['2-3', {}],
    ['3-2', {}],
  ] as const)
    yield [
      'coupling',
      {
        _id: id(start),
        ...ofChip,
        qid,
        status: 'pending',
        data,
        edge_info: { fill: '' },
        note: noNote,
        system_info: info(start, latest),
      },
    ];
  yield [
    'coupling',
    { _id: id(start), ...ofChip, qid: '0-9', status: 'pending', data: {}, note: noNote, system_info: info(start) },
  ];
  yield* historyDocs(start, size);
}

function* historyDocs(start: Date, size: DumpSize): Generator<[string, Doc]> {
  const ofChip = { project_id: projectId, chip_id: 'alpha', username: 'anna' };
  for (let n = size.days; n >= 0; n -= 1) {
    const at = dayOf(n);
    yield [
      'chip_history',
      {
        _id: id(at),
        ...ofChip,
        size: n > 1 ? 2 : 4,
        installed_at: start,
        topology_id: 'lab-square-4',
        system_info: info(at),
        recorded_date: date(at),
      },
    ];
    for (const qid of qids)
      yield [
        'qubit_history',
        {
          _id: id(at),
          ...ofChip,
          qid,
          status: 'completed',
          data: { t1: parameter(20 + n, at) },
          cooldown_id: n > 1 ? 'cd-1' : 'cd-2',
          system_info: info(at),
          recorded_date: date(at),
        },
      ];
    for (const qid of ['0-1', '1-0'])
      yield [
        'coupling_history',
        {
          _id: id(at),
          ...ofChip,
          qid,
          status: 'completed',
          data: { [qid === '0-1' ? 'cr_amplitude' : 'zx90_gate_fidelity']: parameter(0.5, at, { unit: '' }) },
          cooldown_id: '',
          system_info: info(at),
          recorded_date: date(at),
        },
      ];
  }
}

const calibData = (at: Date, index: number) => `/app/calib_data/anna/${date(at)}/${String(index).padStart(3, '0')}`;

/** Paths of the files of a result on QDash's server; of every second one they are there. */
const filesOfResult = (at: Date, run: number, name: string, n: number) => ({
  figure_path: [`${calibData(at, run)}/fig/${name}_${n}_0.png`],
  json_figure_path: [`${calibData(at, run)}/fig/${name}_${n}_0.json`],
  raw_data_path: [`${calibData(at, run)}/raw_data/${name}_${n}_raw_0.csv`],
});

export const resultId = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** When a result was measured: the results are spread over the days. */
export const measuredAt = (n: number, { results, days }: DumpSize): Date =>
  new Date(dayOf(days).getTime() + Math.floor((n / results) * days) * dayMs + (n % 1000) * 60_000);

function* runDocs(size: DumpSize): Generator<[string, Doc]> {
  const runs = Math.ceil(size.results / 10);
  const runsOfDay = new Map<string, number>();
  for (let run = 0; run < runs; run += 1) {
    const at = measuredAt(run * 10, size);
    const index = runsOfDay.get(date(at)) ?? 0;
    runsOfDay.set(date(at), index + 1);
    const executionId = `${date(at)}-${String(index).padStart(3, '0')}`;
    yield [
      'execution_history',
      {
        ...{
          _id: id(at),
          project_id: projectId,
          user_id: 'u-anna',
          username: 'anna',
          name: 'Full calibration',
          execution_id: executionId,
        },
        ...{
          calib_data_path: calibData(at, index),
          note: { flow_run_id: resultId(1_000_000 + run), stage: { one: 'done' } },
        },
        ...{
          status: run === runs - 1 ? 'running' : run === 1 ? 'failed' : 'completed',
          tags: ['nightly'],
          chip_id: 'alpha',
        },
        ...{
          start_at: at,
          end_at: run === runs - 1 ? null : new Date(at.getTime() + 600_000),
          elapsed_time: run === 1 ? '0:10:00.500000' : 600,
        },
        ...{ message: '', system_info: info(at), calib_data: { qubit: {} } },
      },
    ];
    for (let n = run * 10; n < Math.min(size.results, run * 10 + 10); n += 1)
      yield ['task_result_history', resultDoc(n, index, executionId, size)];
    if (run < 5)
      yield [
        'calibration_note',
        {
          _id: id(at),
          project_id: projectId,
          username: 'anna',
          chip_id: 'alpha',
          execution_id: executionId,
          task_id: 'master',
          note: { qubit: { '0': { t1: parameter(3, at) } } },
          version: 3,
          timestamp: at,
          system_info: info(at),
        },
      ];
  }
  for (const [day, index] of runsOfDay) {
    const at = dayOf(0);
    yield [
      'execution_counter',
      {
        _id: id(at),
        project_id: projectId,
        date: day,
        username: 'anna',
        chip_id: 'alpha',
        index: index - 1,
        system_info: info(at),
      },
    ];
    // An early counter of another user, who had fewer runs.
    yield [
      'execution_counter',
      {
        _id: id(at),
        project_id: projectId,
        date: day,
        username: 'bert',
        chip_id: 'alpha',
        index: 0,
        system_info: info(at),
      },
    ];
  }
}

const names = ['CheckT1', 'CheckT2Echo', 'CheckRabi', 'CheckZX90', 'MuxReadout'];

/** What the task of a result measures, on which target. */
function measuredBy(n: number) {
  const name = names[n % names.length] ?? '';
  if (name === 'CheckZX90')
    return { name, taskType: 'coupling', qid: n % 2 === 0 ? '0-1' : '1-0', metric: 'zx90_gate_fidelity' };
  const metric = name === 'CheckT2Echo' ? 't2_echo' : 't1';
  return { name, taskType: name === 'MuxReadout' ? 'mux' : 'qubit', qid: String(n % 4), metric };
}

/** Some are NaN, and some the 0 that QDash writes in its place; one has a list, and a bare number of an early version. */
function outputsOf(n: number, at: Date): Doc {
  const { taskType, metric } = measuredBy(n);
  if (taskType === 'coupling') return { [metric]: parameter(0.9 + (n % 10) / 200, at, { unit: '' }) };
  if (n % 20 === 1) return { [metric]: parameter(Number.NaN, at) };
  if (n % 20 === 6) return { [metric]: parameter(0, at, { error: 0 }) };
  const measured = { [metric]: parameter(20 + (n % 17), at) };
  return n % 10 === 2 ? { ...measured, trace: parameter([1, 2, 3], at), rabi_frequency: 12.5 } : measured;
}

/** What people and assistants wrote on some results. */
function annotationsOf(n: number, at: Date): Doc {
  const none = { user_note: noNote, ai_review_note: noNote, ai_review: { status: '' }, excluded: false };
  const some: Record<number, Doc> = {
    3: { user_note: note('look again', 'bert', at) },
    4: { ai_review_note: note('## AI review', 'qdash-ai', at) },
    5: { ai_review: { status: 'requested', requested_by: 'anna' } },
    10: { excluded: true, excluded_reason: 'pump off', excluded_by: 'bert', excluded_at: at },
  };
  return { ...none, ...some[n] };
}

function resultDoc(n: number, run: number, executionId: string, size: DumpSize): Doc {
  const at = measuredAt(n, size);
  const ended = new Date(at.getTime() + 30_000);
  const { name, taskType, qid, metric } = measuredBy(n);
  const isLast = n === size.results - 1;
  const outcome =
    n % 10 === 9
      ? { status: 'failed', message: 'R² value too low: 0.4', stack_trace: 'Traceback', output_parameters: {} }
      : { status: 'completed', message: '', stack_trace: '', output_parameters: outputsOf(n, at) };
  return {
    ...{ _id: id(at), project_id: projectId, user_id: 'u-anna', username: n % 10 === 7 ? 'ghost' : 'anna' },
    ...{ task_id: resultId(n), name, upstream_id: n % 10 === 0 ? '' : resultId(n - 1), ...outcome },
    input_parameters: { qubit_frequency: parameter(5, at, { unit: 'GHz' }) },
    output_parameter_names: [metric],
    run_parameters: { shots: { value: 1024, value_type: 'int', unit: '', description: '' }, range: [0, 1] },
    ...{ note: { depth: 1 }, ...filesOfResult(at, run, name, n), ...annotationsOf(n, at) },
    ...{ start_at: at, end_at: ended, elapsed_time: 30, task_type: taskType, qid, execution_id: executionId },
    ...{ tags: ['nightly'], chip_id: 'alpha', cooldown_id: 'cd-2', source_task_id: n === 8 ? resultId(0) : null },
    ...{ quality_metrics: { r2: 0.97 }, system_info: info(at, ended) },
    ...(isLast ? { status: 'running', end_at: null } : {}),
  };
}

function* labDocs(start: Date): Generator<[string, Doc]> {
  yield [
    'cryostat',
    {
      _id: id(start),
      project_id: projectId,
      cryo_id: 'K-1',
      name: 'Kelvin',
      manufacturer: 'A',
      model: 'B',
      location: 'C',
      status: 'sleeping',
      commissioned_at: start,
      decommissioned_at: null,
      note: noNote,
      system_info: info(start),
    },
  ];
  // Two of one cryostat are ongoing, and one ends before it starts.
  for (const [cooldown_id, started, ended, chip_ids] of [
    ['cd-0', start, new Date(start.getTime() - 1000), []],
    ['cd-1', dayOf(2), null, ['alpha', 'gone']],
    ['cd-2', dayOf(1), null, ['alpha']],
  ] as const)
    yield [
      'cooldown',
      {
        _id: id(start),
        project_id: projectId,
        cooldown_id,
        cryo_id: 'K-1',
        description: '',
        started_at: started,
        ended_at: ended,
        chip_ids,
        note: noNote,
        wiring_info: '# Lines',
        wiring_blocks: [{ type: 'paragraph' }],
        system_info: info(start),
      },
    ];
  yield [
    'cooldown',
    {
      _id: id(start),
      project_id: projectId,
      cooldown_id: 'cd-lost',
      cryo_id: 'K-9',
      started_at: start,
      chip_ids: [],
      system_info: info(start),
    },
  ];
  for (const n of [2, 1])
    yield [
      'cooldown_wiring_event',
      {
        _id: id(start),
        project_id: projectId,
        cooldown_id: 'cd-2',
        actor: 'anna',
        actor_user_id: 'u-anna',
        action: 'checkpoint',
        comment: `swap ${n}`,
        wiring_info_snapshot: '# Lines',
        block_count: 1,
        image_count: 0,
        extra: {},
        created_at: new Date(start.getTime() + n * 1000),
      },
    ];
  for (const username of ['anna', 'bert'])
    yield ['tag', { _id: id(start), project_id: projectId, username, name: 'nightly' }];
  yield ['backend', { _id: id(start), username: 'anna', name: 'qubex', system_info: info(start) }];
  for (const [name, task_type] of [
    ['CheckT1', 'qubit'],
    ['MuxReadout', 'mux'],
    ['Odd', 'pair'],
  ] as const)
    yield [
      'task',
      {
        _id: id(start),
        project_id: projectId,
        username: 'anna',
        name,
        backend: 'qubex',
        description: 'measures',
        task_type,
        input_parameters: {},
        output_parameters: { t1: { value: 0, value_type: 'float', unit: 'us', description: '' } },
      },
    ];
  // Two users have a flow of one name, and the name of another is none here.
  for (const [username, name] of [
    ['anna', 'nightly'],
    ['bert', 'nightly'],
    ['anna', 'two-qubit'],
  ] as const)
    yield [
      'flows',
      {
        _id: id(start),
        project_id: projectId,
        name,
        username,
        chip_id: 'alpha',
        description: '',
        flow_function_name: 'run',
        default_parameters: { qids: ['0'] },
        default_run_parameters: {},
        file_path: `user_flows/${username}/${name}.py`,
        deployment_id: 'd-1',
        created_at: start,
        updated_at: start,
        tags: [],
      },
    ];
}

function* noteDocs(start: Date): Generator<[string, Doc]> {
  const scope = {
    scope_type: 'cooldown',
    scope_key: 'cooldown:cd-2',
    cooldown_id: 'cd-2',
    scope_started_at: dayOf(1),
    scope_ended_at: null,
    scope_source: 'current_cooldown',
  };
  const ofChip = { project_id: projectId, chip_id: 'alpha', system_info: info(start) };
  yield ['chip_note', { _id: id(start), ...ofChip, note: note('cold', 'anna', dayOf(1)), ...scope }];
  yield [
    'target_note',
    {
      _id: id(start),
      ...ofChip,
      target_type: 'qubit',
      target_id: '0',
      note: note('fine', 'anna', dayOf(1)),
      ...scope,
      comments: [
        {
          comment_id: 'c1',
          content: 'agreed',
          created_by: 'bert',
          created_at: dayOf(1),
          updated_by: 'bert',
          updated_at: null,
        },
      ],
    },
  ];
  yield [
    'target_note',
    {
      _id: id(start),
      ...ofChip,
      target_type: 'coupling',
      target_id: '1-0',
      note: note('weak', 'bert', dayOf(1)),
      ...scope,
    },
  ];
  yield [
    'metric_note',
    {
      _id: id(start),
      ...ofChip,
      target_type: 'qubit',
      target_id: '0',
      metric_key: 't1',
      note: note('drops', 'anna', dayOf(1)),
      ...scope,
    },
  ];
  yield [
    'metric_note',
    { _id: id(start), ...ofChip, target_type: 'qubit', target_id: '1', metric_key: 't1', note: noNote, ...scope },
  ];
  for (const [eventScope, target, metric, action] of [
    ['qubit', '0', '', 'upsert'],
    ['qubit_metric', '0', 't1', 'upsert'],
    ['coupling', '1-0', '', 'upsert'],
    ['task_result', resultId(3), '', 'upsert'],
    ['qubit', '2', '', 'delete'],
  ] as const)
    yield [
      'note_event',
      {
        _id: id(start),
        project_id: projectId,
        chip_id: 'alpha',
        scope: eventScope,
        target_id: target,
        metric_key: metric,
        action,
        actor: 'bert',
        actor_user_id: 'u-bert',
        content: action === 'delete' ? '' : `about ${target}`,
        extra: { qid: target },
        created_at: dayOf(1),
      },
    ];
}

function* discussionDocs(start: Date): Generator<[string, Doc]> {
  yield [
    'forum_category',
    {
      _id: id(start),
      project_id: projectId,
      key: 'pulse',
      name: 'Pulses',
      description: '',
      color: 'mauve',
      icon: 'wave',
      sort_order: 5,
      is_archived: false,
      system_info: info(start),
    },
  ];
  yield ['forum_counter', { _id: id(start), project_id: projectId, last: 2 }];
  const root = id(start);
  const common = {
    project_id: projectId,
    content_blocks: [],
    system_info: info(start),
    is_deleted: false,
    is_ai_reply: false,
  };
  yield [
    'forum_post',
    {
      _id: root,
      ...common,
      number: 7,
      category: 'pulse',
      user_id: 'u-anna',
      username: 'anna',
      title: 'Leakage',
      content: 'Look @bert',
      parent_id: null,
      status: 'investigating',
      labels: ['hot'],
      assignee_username: 'bert',
      chip_id: 'alpha',
      target_type: 'coupling',
      target_id: '1-0',
      cooldown_id: 'cd-2',
    },
  ];
  yield [
    'forum_post',
    {
      _id: id(start),
      ...common,
      category: 'pulse',
      username: 'bert',
      content: 'Seen',
      parent_id: String(root),
      system_info: info(dayOf(1)),
    },
  ];
  yield [
    'forum_post',
    {
      _id: id(start),
      ...common,
      category: 'pulse',
      username: 'bert',
      content: 'gone',
      parent_id: String(root),
      is_deleted: true,
    },
  ];
  yield [
    'forum_post',
    {
      _id: id(start),
      ...common,
      category: 'pulse',
      username: 'bert',
      content: 'lost',
      parent_id: 'ffffffffffffffffffffffff',
    },
  ];
  const issue = id(start);
  yield [
    'issue',
    {
      _id: issue,
      ...common,
      task_id: resultId(2),
      username: 'anna',
      title: 'Bad fit',
      content: 'See the figure',
      parent_id: null,
      is_closed: true,
    },
  ];
  yield [
    'issue',
    {
      _id: id(start),
      ...common,
      task_id: resultId(2),
      username: 'qdash-ai',
      content: 'The pump',
      parent_id: String(issue),
      is_closed: false,
      is_ai_reply: true,
    },
  ];
  yield [
    'issue',
    {
      _id: id(start),
      ...common,
      task_id: 'no-such-task',
      username: 'anna',
      title: 'Lost',
      content: 'x',
      parent_id: null,
      is_closed: false,
    },
  ];
  yield [
    'issue_knowledge',
    {
      _id: id(start),
      project_id: projectId,
      issue_id: String(issue),
      task_id: resultId(2),
      task_name: 'CheckRabi',
      status: 'approved',
      title: 'Pump',
      date: '2026-03-01',
      severity: 'warning',
      chip_id: 'alpha',
      qid: '2',
      resolution_status: 'resolved',
      symptom: 'no fit',
      root_cause: 'pump',
      resolution: 'swap',
      lesson_learned: ['look at the pump'],
      reviewed_by: 'bert',
      pr_url: 'x',
      system_info: info(start),
    },
  ];
}

/** What is derived here, what nothing here is like, and a collection that no one knows. */
function* otherDocs(start: Date): Generator<[string, Doc]> {
  yield ['execution_lock', { _id: id(start), project_id: projectId, locked: true }];
  yield ['notification', { _id: id(start), project_id: projectId, recipient_username: 'bert', title: 'Mention' }];
  yield ['parameter_versions', { _id: id(start), project_id: projectId, entity_id: 't1:0', value: 3 }];
  yield ['provenance_relations', { _id: id(start), project_id: projectId, relation_id: 'r' }];
  yield ['provenance_activities', { _id: id(start), project_id: projectId, activity_id: 'a' }];
  for (const name of ['agent_sessions', 'agent_actions', 'agent_candidate_commits', 'agent_campaign_commits'])
    yield [name, { _id: id(start), project_id: projectId, session_id: 's', note: 'from 東京' }];
  yield [
    'copilot_chat_session',
    { _id: id(start), username: 'anna', session_id: 's', messages: [{ role: 'user', content: 'Why is T1 low?' }] },
  ];
  yield ['made_by_the_lab', { _id: id(start), anything: 1n }];
}

/** A day after the dump: when the documents of `laterDocuments` were written. */
export const later = new Date(end + dayMs);

/** The same database a day later: qubits 0 and 1 were measured again, in a run of one task. */
export function* laterDocuments(size: DumpSize): Generator<[collection: string, doc: Doc]> {
  let result: Doc = {};
  for (const [collection, doc] of dumpDocuments(size)) {
    if (collection === 'task_result_history' && doc.task_id === resultId(0)) result = doc;
    const isAgain = collection === 'qubit' && doc.chip_id === 'alpha' && ['0', '1'].includes(String(doc.qid));
    const data = { ...(doc.data as Doc | undefined), t1: parameter(90 + Number(doc.qid), later) };
    yield [collection, isAgain && doc.username === 'anna' ? { ...doc, data, system_info: info(later) } : doc];
  }
  const executionId = `${date(later)}-000`;
  const taskId = resultId(2_000_000);
  const times = { start_at: later, end_at: later, system_info: info(later) };
  yield ['task_result_history', { ...result, ...times, _id: id(later), task_id: taskId, execution_id: executionId }];
  yield [
    'execution_history',
    {
      ...{
        _id: id(later),
        project_id: projectId,
        username: 'anna',
        name: 'Again',
        execution_id: executionId,
        note: {},
      },
      ...{ status: 'completed', tags: [], chip_id: 'alpha', elapsed_time: 1, message: '', ...times },
    },
  ];
}

/** Writes a dump. @returns how many documents each collection has. */
export async function writeDump(
  folder: string,
  size: DumpSize,
  form: 'bson' | 'jsonl' = 'bson',
  documents: Iterable<[collection: string, doc: Doc]> = dumpDocuments(size),
): Promise<Record<string, number>> {
  await mkdir(folder, { recursive: true });
  const counts: Record<string, number> = {};
  const files = new Map<string, ReturnType<typeof createWriteStream>>();
  for (const [collection, doc] of documents) {
    counts[collection] = (counts[collection] ?? 0) + 1;
    const file = files.get(collection) ?? createWriteStream(join(folder, `${collection}.${form}`));
    files.set(collection, file);
    const bytes = form === 'bson' ? serialize(doc) : `${EJSON.stringify(doc)}\n`;
    if (!file.write(bytes)) await once(file, 'drain');
  }
  for (const file of files.values()) {
    file.end();
    await finished(file);
  }
  await writeFile(join(folder, 'project.metadata.json'), '{}');
  return counts;
}

/** Writes the files of QDash's server: figures and raw data of every second result, and the source of one flow. */
export async function writeFiles(folder: string, size: DumpSize): Promise<number> {
  let files = 0;
  const write = async (path: string, text: string) => {
    const file = join(folder, path.replace(/^\/app\//, ''));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    files += 1;
  };
  for (const [collection, doc] of dumpDocuments(size)) {
    const n = Number.parseInt(String(doc.task_id).slice(-12), 16);
    if (collection !== 'task_result_history' || n % 2 === 1) continue;
    for (const field of ['figure_path', 'json_figure_path', 'raw_data_path'])
      for (const path of doc[field] as string[]) await write(path, `${path} of result ${n}`);
  }
  await write('user_flows/anna/nightly.py', 'def run():\n    pass\n');
  return files - 1;
}

/** QDash's configuration: the topology of the lab's chip. */
export async function writeConfig(folder: string): Promise<void> {
  await mkdir(join(folder, 'domain', 'topologies'), { recursive: true });
  const places = qids.map((qid) => `  ${qid}: {row: ${Math.floor(Number(qid) / 2)}, col: ${Number(qid) % 2}}`);
  await writeFile(
    join(folder, 'domain', 'topologies', 'lab-square-4.yaml'),
    `id: lab-square-4\nqubits:\n${places.join('\n')}\n`,
  );
}

/** A saved answer of `GET /flows/schedules`. */
export const schedules = {
  schedules: [
    {
      schedule_id: resultId(5_000_000),
      flow_name: 'nightly',
      schedule_type: 'cron',
      cron: '0 3 * * *',
      next_run: '2026-04-01T03:00:00+09:00',
      active: true,
      created_at: '2026-01-01T00:00:00+00:00',
    },
    {
      schedule_id: 'x',
      flow_name: 'unknown',
      schedule_type: 'cron',
      cron: '0 3 * * *',
      next_run: null,
      active: true,
      created_at: '2026-01-01T00:00:00+00:00',
    },
  ],
};
