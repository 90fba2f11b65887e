import { type Doc, type DumpSize, date, dayOf, id, info, noNote, note, parameter, projectId, qids } from './fields.ts';

export function* chipDocs(start: Date, size: DumpSize): Generator<[string, Doc]> {
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
