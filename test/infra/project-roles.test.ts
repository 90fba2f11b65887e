import { describe, expect, it } from 'vitest';
import { projectVariable } from '#infra/project-rights.ts';
import { isInProject } from '#shared/api/route.ts';
import { groups, routeList } from '#shared/api/routes.ts';
import { chipKeys, noteEventKeys, noteKeys, runKeys, sessionTag, userKeys } from '#shared/kernel/store/keys.ts';
import { conditionsHold, like } from '#test/support/aws/conditions.ts';
import type { WrittenItem } from '#test/support/aws/written-call.ts';
import { groupWrites } from '#test/support/stack/group-writes.ts';
import { recorded, writtenCalls } from './recorded.ts';
import { groupRole, type RoleStatement, roleStatements } from './roles.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

const { service } = synthesize('prod');
const roles = Object.entries(resourcesOf(service, 'AWS::IAM::Role')).filter(([id]) => id.startsWith('Projects'));
const idOf = (name: string) => roles.find(([id]) => id.startsWith(`Projects${name}`))?.[0] ?? '';
const [reader, writer] = [idOf('Reader'), idOf('Writer')];

/** The statements of a role in a session of a project. */
const inSession = (id: string, projectId: string): RoleStatement[] =>
  JSON.parse(JSON.stringify(roleStatements(service, id)).replaceAll(projectVariable, sessionTag(projectId).value));

/** Whether a session may send a request, in which the keys are seen together, as conditions on all of them want. */
function isAllowed(
  statements: readonly RoleStatement[],
  action: string,
  items: readonly Omit<WrittenItem, 'action'>[],
) {
  const context = {
    'dynamodb:LeadingKeys': items.map(({ pk }) => pk),
    'dynamodb:Attributes': items.flatMap(({ attributes }) => attributes),
    ...(items.length > 1 ? { 'dynamodb:EnclosingOperation': 'TransactWriteItems' } : {}),
  };
  const matching = statements.filter(
    ({ actions, conditions }) => actions.some((one) => like(one, action)) && conditionsHold(conditions, context),
  );
  return matching.some(({ effect }) => effect === 'Allow') && matching.every(({ effect }) => effect !== 'Deny');
}

const actionsOf = (id: string) => [...new Set(roleStatements(service, id).flatMap(({ actions }) => actions))];
const item = (pk: string, attributes = ['pk', 'sk', 'entity']) => ({ pk, attributes });

const mine = [chipKeys.chips('p'), noteKeys.all('p', 'c'), { pk: runKeys.ofChip('p', 'c') }, userKeys.tokens('u')];
const foreign = [
  ...[chipKeys.chips('q').pk, noteKeys.all('q', 'c').pk, runKeys.ofChip('q', 'c'), chipKeys.chips('p2').pk],
  ...['P#', 'PROJECTS', 'HELD#1', 'OPEN', 'AUDIT', 'AUTHKEY', 'USERS', 'OWNER#u', 'LIMIT#project#p', 'USERNAME#ada'],
];

describe('the roles of projects', () => {
  it.each([
    ['reader', reader],
    ['writer', writer],
  ])('a session of the %s reaches the items of its project and of people, and no others', (_, id) => {
    const statements = inSession(id, 'p');
    for (const action of ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']) {
      for (const { pk } of mine) expect(isAllowed(statements, action, [item(pk)]), pk).toBe(true);
      for (const pk of foreign)
        for (const keys of [[pk], [mine[0]?.pk ?? '', pk]])
          expect(
            isAllowed(
              statements,
              action,
              keys.map((key) => item(key)),
            ),
            `${action} ${keys}`,
          ).toBe(false);
      expect(isAllowed(statements, action, []), 'no keys').toBe(false);
    }
    expect(actionsOf(id)).not.toContain('dynamodb:Scan');
  });

  it('a session of the writer writes the items of its project alone, and adds note events and no accounts', () => {
    const statements = inSession(writer, 'p');
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'BatchWriteItem'])
      for (const pk of foreign)
        for (const keys of [[pk], [noteKeys.all('p', 'c').pk, pk]])
          expect(
            isAllowed(
              statements,
              `dynamodb:${action}`,
              keys.map((key) => item(key)),
            ),
          ).toBe(false);
    const [note, event] = [noteKeys.all('p', 'c').pk, noteEventKeys.ofChip('p', 'c').pk];
    expect(isAllowed(statements, 'dynamodb:PutItem', [item(note), item(event)])).toBe(true);
    expect(isAllowed(statements, 'dynamodb:PutItem', [item(event)])).toBe(false);
    expect(isAllowed(statements, 'dynamodb:UpdateItem', [item(event)])).toBe(false);
    const user = userKeys.user('u').pk;
    expect(isAllowed(statements, 'dynamodb:PutItem', [item(user)])).toBe(true);
    expect(isAllowed(statements, 'dynamodb:PutItem', [item(user, ['pk', 'sk', 'passwordHash'])])).toBe(false);
    expect(actionsOf(reader)).toEqual(['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query']);
  });

  it('a session without the tag of a project reaches nothing', () => {
    // IAM leaves a variable without a value as it is in no key.
    const statements = roleStatements(service, writer);
    for (const pk of [...mine.slice(0, 3).map((one) => one.pk), ...foreign])
      expect(isAllowed(statements, 'dynamodb:GetItem', [item(pk)])).toBe(false);
  });

  it('sessions are given with one project as their tag, to roles of this deployment that may ask for them', () => {
    for (const [, { Properties }] of roles) {
      const [statement] = Properties.AssumeRolePolicyDocument.Statement;
      expect(Properties.AssumeRolePolicyDocument.Statement.length).toBe(1);
      expect(statement.Action).toEqual(['sts:AssumeRole', 'sts:TagSession']);
      expect(JSON.stringify(statement.Condition.ArnLike)).toContain(':role/fiducial-*');
      expect(statement.Condition.StringLike).toEqual({ 'aws:RequestTag/project': '?*' });
      expect(statement.Condition['ForAllValues:StringEquals']).toEqual({ 'aws:TagKeys': ['project'] });
    }
  });

  it('the policies and the trust of the roles are far below the quotas of IAM', () => {
    for (const [, { Properties }] of roles) {
      // Names of intrinsic functions are longer than what they stand for, but for the ARN of the table.
      expect(JSON.stringify(Properties.Policies).length).toBeLessThan(6144);
      expect(JSON.stringify(Properties.AssumeRolePolicyDocument).length).toBeLessThan(2048);
    }
  });
});

describe('the functions of projects', () => {
  const stsOf = (group: string) =>
    groupRole(service, group).statements.filter(({ actions }) => actions.some((action) => action.startsWith('sts:')));

  it.each(groups)('the function of the group %s may take sessions of projects if it has operations in one', (group) => {
    const isIn = routeList.some((route) => route.group === group && isInProject(route));
    const role = { 'Fn::GetAtt': [groupWrites(group) ? writer : reader, 'Arn'] };
    expect(stsOf(group).map(({ actions, resources }) => ({ actions, resources }))).toEqual(
      isIn ? [{ actions: ['sts:AssumeRole', 'sts:TagSession'], resources: [role] }] : [],
    );
    expect(groupRole(service, group).environment.PROJECT_ROLE_ARN).toEqual(isIn ? role : undefined);
  });

  it('without the setting there are no roles of projects, and functions have the table by their own', () => {
    const { service: shared } = synthesize('prod', { context: { isolateProjects: 'false' } });
    expect(Object.keys(resourcesOf(shared, 'AWS::IAM::Role')).filter((id) => id.startsWith('Projects'))).toEqual([]);
    expect(groupRole(shared, 'chips').environment.PROJECT_ROLE_ARN).toBeUndefined();
  });

  it('operations of one project that reach others are few and known', () => {
    const across = routeList.filter((route) => route.auth === 'project' && route.acrossProjects);
    expect(across.map(({ operationId }) => operationId).toSorted()).toEqual([
      // The name is unique for its owner, and undone like any other change.
      ...['deleteProject', 'inviteProjectMember', 'undoProjectAuditEntry', 'updateProject'],
    ]);
  });

  const missing = recorded ? '' : ' (skipped: the calls of the tests were not recorded)';
  it.skipIf(missing)(`every write of a session in the API's tests is allowed by the writer${missing}`, () => {
    const calls = writtenCalls.filter(({ inSession: is }) => is);
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.filter((call) => !groups.some((group) => group === call.function && groupWrites(group)))).toEqual([]);
    // Ids in recorded keys are `-`.
    const statements = inSession(writer, '-');
    const denied = calls.filter(({ items }) =>
      [...new Set(items.map(({ action }) => action))].some((action) => !isAllowed(statements, action, items)),
    );
    expect(denied.map((call) => JSON.stringify(call))).toEqual([]);
  });
});
