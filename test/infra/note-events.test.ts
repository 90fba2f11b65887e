import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { projectVariable } from '#infra/project-rights.ts';
import {
  noteEventKeys,
  noteKeys,
  projectKeys,
  sampleKeys,
  systemKeys,
  taskKeys,
  userKeys,
} from '#shared/kernel/store/keys.ts';
import { conditionsHold, like, type RequestContext } from '#test/support/aws/conditions.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** One write, as IAM sees it. */
interface Write {
  action: string;
  pk: string;
  /** The call that it is part of, for a transaction. */
  within?: string;
  /** The attributes that it names. */
  attributes?: string[];
}

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);
const isOnTable = ({ Resource }: Statement) => /DataTable\w*Arn/.test(JSON.stringify(Resource));

/** The statements of every role of an environment, by their policy or role; of a project's session, of project `p`. */
function policiesOf(environment: string): [string, Statement[]][] {
  const policies = Object.values(synthesize(environment)).flatMap(statementsIn);
  return JSON.parse(JSON.stringify(policies).replaceAll(projectVariable, 'p'));
}

function statementsIn(template: Template): [string, Statement[]][] {
  const policies = Object.entries(resourcesOf(template, 'AWS::IAM::Policy')).map(
    ([id, { Properties }]): [string, Statement[]] => [id, Properties.PolicyDocument.Statement],
  );
  const inline = Object.entries(resourcesOf(template, 'AWS::IAM::Role')).flatMap(([id, { Properties }]) =>
    list(Properties.Policies ?? []).map((one): [string, Statement[]] => [id, one.PolicyDocument.Statement]),
  );
  return [...policies, ...inline];
}

/** What a write tells the conditions of a policy: it touches whatever an item has, unless told. */
const contextOf = ({ pk, within, attributes = ['pk', 'sk', 'entity', 'rev', 'role'] }: Write): RequestContext => ({
  'dynamodb:LeadingKeys': [pk],
  'dynamodb:Attributes': attributes,
  ...(within === undefined ? {} : { 'dynamodb:EnclosingOperation': within }),
});

/** What IAM answers: an explicit denial wins. */
function isAllowed(statements: readonly Statement[], write: Write): boolean {
  const matching = statements.filter(
    (one) =>
      isOnTable(one) &&
      list(one.Action).some((action) => like(action, write.action)) &&
      conditionsHold(one.Condition ?? {}, contextOf(write)),
  );
  return matching.some(({ Effect }) => Effect === 'Allow') && matching.every(({ Effect }) => Effect !== 'Deny');
}

const anywhere = { pk: 'P#p', within: 'TransactWriteItems' };
const canWrite = (statements: readonly Statement[]) =>
  ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'].some((action) =>
    isAllowed(statements, { action, ...anywhere }),
  );

const mark = {
  action: 'dynamodb:UpdateItem',
  pk: projectKeys.member('p', 'ada').pk,
  attributes: ['pk', 'sk', 'lastAccessedAt'],
};

const ids = ['p', 'a#b', '%23', '*', 'EV', ''];
const events = ids.flatMap((project) => ids.map((chip) => noteEventKeys.ofChip(project, chip).pk));

describe.each(['dev', 'prod', 'local'])('note events in %s', (environment) => {
  const writers = policiesOf(environment).filter(([, statements]) => canWrite(statements));

  it(`the table of note events in ${environment} is written by some roles`, () => {
    expect(writers.length).toBeGreaterThan(3);
  });

  it.each(writers)(
    `in ${environment} no note event can be updated, deleted, written in batches or put alone by %s`,
    (_, statements) => {
      for (const pk of events) {
        for (const action of ['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'])
          for (const within of [undefined, 'TransactWriteItems'])
            expect(isAllowed(statements, { action, pk, ...(within ? { within } : {}) }), `${action} ${pk}`).toBe(false);
        expect(isAllowed(statements, { action: 'dynamodb:PutItem', pk })).toBe(false);
      }
    },
  );

  it.each(writers)(
    `in ${environment} a note event can be put in a transaction by %s, which may write every other key as before`,
    (_, statements) => {
      const [pk = ''] = events;
      expect(isAllowed(statements, { action: 'dynamodb:PutItem', pk, within: 'TransactWriteItems' })).toBe(true);
      const others = [
        taskKeys.latestOf('p', 'c', 'EV').pk,
        taskKeys.latestOf('p', 'C', 'EV', '20250101').pk,
        sampleKeys.month('p', 'c', 'EV', '202501').pk,
        taskKeys.day('p', 'c', { kind: 'qubit', id: 'EV' }, '20250101').pk,
        noteKeys.all('p', 'EV').pk,
        taskKeys.result('p', 'EV').pk,
      ];
      const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];
      const own = writes.filter((action) => isAllowed(statements, { action, pk: 'P#p' }));
      expect(own).toContain('dynamodb:PutItem');
      for (const other of others)
        for (const action of own) expect(isAllowed(statements, { action, pk: other }), `${action} ${other}`).toBe(true);
    },
  );
});

describe.each(['dev', 'prod', 'local'])('last accesses in %s', (environment) => {
  const noting = policiesOf(environment).filter(
    ([, statements]) => !canWrite(statements) && isAllowed(statements, mark),
  );

  it(`in ${environment} roles that write nothing else note when a member was last in a project`, () => {
    expect(noting.map(([id]) => id)).toEqual(expect.arrayContaining([expect.stringMatching(/provenance/)]));
  });

  it.each(noting)(
    `in ${environment} %s writes only the last access, and only in the partition of a project`,
    (_, statements) => {
      for (const attributes of [['pk', 'sk', 'role'], ['pk', 'sk', 'lastAccessedAt', 'status'], ['slim']])
        expect(isAllowed(statements, { ...mark, attributes }), attributes.join()).toBe(false);
      for (const pk of [...events, 'P#p#EXEC', 'P#p#C#c', 'USER#u', 'AUTHKEY'])
        expect(isAllowed(statements, { ...mark, pk }), pk).toBe(false);
      for (const action of ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'])
        expect(isAllowed(statements, { ...mark, action }), action).toBe(false);
    },
  );
});

describe.each(['dev', 'prod', 'local'])('when users were last seen in %s', (environment) => {
  const seen = { action: 'dynamodb:UpdateItem', pk: userKeys.user('u').pk, attributes: ['pk', 'sk', 'lastSeenAt'] };
  const noting = policiesOf(environment).filter(
    ([, statements]) => !canWrite(statements) && isAllowed(statements, seen),
  );

  it(`in ${environment} roles that write nothing else note when a user was last seen`, () => {
    expect(noting.map(([id]) => id)).toEqual(expect.arrayContaining([expect.stringMatching(/provenance/)]));
  });

  it.each(noting)(`in ${environment} nothing else of a user is written by %s`, (_, statements) => {
    const others = ['disabled', 'systemRole', 'lastAccessedAt', 'expires_at'];
    for (const attributes of [...others.map((one) => ['pk', 'sk', one]), ['pk', 'sk', 'lastSeenAt', 'disabledAt']])
      expect(isAllowed(statements, { ...seen, attributes }), attributes.join()).toBe(false);
    for (const pk of ['P#p', 'USERS', 'PROJECTS', userKeys.username('ada').pk, 'AUTHKEY'])
      expect(isAllowed(statements, { ...seen, pk }), pk).toBe(false);
  });
});

describe.each(['dev', 'prod', 'local'])('limits of callers in %s', (environment) => {
  const taken = {
    action: 'dynamodb:UpdateItem',
    pk: systemKeys.limitBucket('user', 'u', 'reads').pk,
    attributes: ['pk', 'sk', 'fullAtMs', 'expires_at', 'entity', 'v'],
  };
  const taking = policiesOf(environment).filter(
    ([, statements]) => !canWrite(statements) && isAllowed(statements, taken),
  );

  it(`in ${environment} roles that write nothing else take tokens of limits`, () => {
    expect(taking.map(([id]) => id)).toEqual(
      expect.arrayContaining([expect.stringMatching(/provenance/), expect.stringMatching(/system/)]),
    );
  });

  it.each(taking)(`in ${environment} nothing else is written with those attributes by %s`, (_, statements) => {
    for (const pk of ['P#p', 'USER#u', 'AUTHKEY', systemKeys.rateBucket('login', 'a').pk])
      expect(isAllowed(statements, { ...taken, pk }), pk).toBe(false);
    for (const action of ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'])
      expect(isAllowed(statements, { ...taken, action }), action).toBe(false);
  });
});

describe('what IAM cannot forbid, a put over an event within a transaction,', () => {
  it('a put over a note event within a transaction is in no code: one file alone makes the item, where none is', () => {
    const folders = ['shared', 'functions', 'simulator', 'worker', 'scripts', 'local'].filter((one) =>
      existsSync(join(projectRoot, one)),
    );
    const files = folders.flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name)),
    );
    const writers = files.filter((file) =>
      /noteEventEntity\s*\.\s*encode/.test(readFileSync(join(projectRoot, file), 'utf8')),
    );
    expect(writers).toEqual(['shared/notes/verbs/write-note.ts']);
    const source = readFileSync(join(projectRoot, writers[0] ?? ''), 'utf8');
    expect(source.match(/noteEventEntity\.encode/g)).toHaveLength(1);
    expect(source).toContain('transaction.put(noteEventEntity.encode(event, 1), ifAbsent, staleRead)');
  });
});
