import { describe, expect, it } from 'vitest';
import * as keys from '#shared/kernel/store/keys.ts';
import { like } from '#test/support/aws/conditions.ts';

const projectId = 'p%1#a';
const own = keys.ownPartitions(keys.sessionTag(projectId).value);
const isOwn = (partition: string): boolean => own.some((pattern) => like(pattern, partition));

const target = { kind: 'qubit', id: '7' };

/** Arguments of builders by the names of their parameters; those that are not named here are texts. */
const samples: Readonly<Record<string, unknown>> = {
  projectId,
  target,
  part: 'chip',
  span: { span: 'day', date: '20260101' },
};
const texts = {
  ...{
    span: 'day',
    date: '20260101',
    at: '2026-01-01',
    pk: '#NOTES',
    sk: 'S',
    metric: 'm',
    sampleId: 's',
    task: 't',
    taskId: 'i',
  },
  ...{ kind: 'chip', chipId: 'c', target },
};

type Builder = (...values: unknown[]) => unknown;
interface Entry {
  name: string;
  parameters: string[];
  made: unknown;
}

/** What a parameter is called, or the text of its pattern. */
const parametersOf = (builder: Builder): string[] =>
  (/^[^(]*\(([^)]*)\)/.exec(builder.toString())?.[1] ?? '')
    .split(/,(?![^{]*\})/)
    .map((one) => one.replace(/=.*$/, '').trim())
    .filter((one) => one !== '');

const sampleOf = (parameter: string, at: number): unknown =>
  samples[parameter] ?? (/^\{|^(place|sample|samples)$/.test(parameter) ? texts : `x${at}`);

const entries: Entry[] = Object.entries(keys)
  .filter(([name]) => name.endsWith('Keys'))
  .flatMap(([name, group]) =>
    Object.entries(group as Record<string, unknown>).map(([part, value]): Entry => {
      if (typeof value !== 'function') return { name: `${name}.${part}`, parameters: [], made: value };
      const parameters = parametersOf(value as Builder);
      return { name: `${name}.${part}`, parameters, made: (value as Builder)(...parameters.map(sampleOf)) };
    }),
  );

/** The partitions of the table and of indexes in what a builder makes; a text may be one. */
function partitionsIn(made: unknown): string[] {
  if (typeof made === 'string') return [made];
  if (made === null || typeof made !== 'object') return [];
  return Object.entries(made).flatMap(([name, value]) =>
    typeof value === 'string' ? (/^(pk|gsi\dpk)$/.test(name) ? [value] : []) : partitionsIn(value),
  );
}

const isOfProject = ({ parameters }: Entry): boolean => parameters[0] === 'projectId';

/** Made of a project, and not in its partitions: lists of all projects, and what is counted of each. */
const outside = ['projectKeys.listed', 'runKeys.held', 'systemKeys.meter', 'systemKeys.meters'];
/** No partitions: sort keys, and a place without its project. */
const noPartitions = ['dayKeys.openSort', 'openSpanKeys.openSort', 'imageKeys.placeOf'];

/** Partitions of no project. */
const acrossProjects = [
  ...['AUDIT', 'AUTHKEY', 'FOREIGNHASH', 'IDENTITY#-#-', 'LIMIT#-#-', 'OWNER#-', 'PROJECTS', 'RATE#-#-', 'SIGNIN#-'],
  ...['USER#-', 'USER#-#EMAIL', 'USERNAME#-', 'USERS'],
];

const formOf = (partition: string): string =>
  partition
    .split('#')
    .map((part) => (/^[A-Z]+$/.test(part) ? part : '-'))
    .join('#');

describe('the partitions of projects', () => {
  it('every key that is made of a project lies in the partitions that a session of it reaches', () => {
    const wrong = entries
      .filter((entry) => isOfProject(entry) && !partitionsIn(entry.made).every(isOwn))
      .map(({ name }) => name);
    expect(wrong.toSorted()).toEqual([...outside, ...noPartitions].toSorted());
    expect(entries.filter(isOfProject).flatMap(({ made }) => partitionsIn(made)).length).toBeGreaterThan(100);
  });

  it('keys that are made of no project lie in the partitions that are known to be of none', () => {
    const forms = entries
      .filter((entry) => !isOfProject(entry) && typeof entry.made === 'object')
      .flatMap(({ made }) => partitionsIn(made))
      .map(formOf);
    expect([...new Set(forms)].filter((form) => !acrossProjects.includes(form))).toEqual([]);
  });

  it.each([`${projectId}b`, 'p', '', 'P%1#A'])('a session of another project such as %j does not reach them', (id) => {
    const others = keys.ownPartitions(keys.sessionTag(id).value);
    const reached = entries
      .filter(isOfProject)
      .flatMap(({ made }) => partitionsIn(made))
      .filter((partition) => others.some((pattern) => like(pattern, partition)));
    expect(reached).toEqual([]);
  });
});
