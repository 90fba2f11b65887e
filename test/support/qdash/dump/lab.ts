import { type Doc, dayOf, id, info, noNote, projectId } from './fields.ts';

export function* labDocs(start: Date): Generator<[string, Doc]> {
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
