import { describe, expect, it } from 'vitest';
import {
  chatKeys,
  emailKeys,
  noteEventKeys,
  noteKeys,
  projectKeys,
  systemKeys,
  userKeys,
  webhookKeys,
} from '#shared/kernel/store/keys.ts';
import { conditionsHold, like, type RequestContext } from '#test/support/aws/conditions.ts';
import type { WrittenCall, WrittenItem } from '#test/support/aws/written-call.ts';
import { recorded, writtenCalls } from './recorded.ts';
import { functionName, functionRoles, type RoleStatement } from './roles.ts';
import { synthesize } from './synthesis.ts';

/**
 * AWS does not say whether IAM sees the parts of a transaction one by one or all keys of the call at each of its actions.
 * What the policies deny must be right in both readings.
 */
const readings = {
  'each item by itself': ({ within, items }: WrittenCall) => items.map((item) => requestOf(within, [item])),
  'the whole call': ({ within, items }: WrittenCall) =>
    [...Map.groupBy(items, ({ action }) => action).keys()].map((action) => ({ ...requestOf(within, items), action })),
};
type Reading = keyof typeof readings;
const names = Object.keys(readings) as Reading[];

interface Request {
  action: string;
  context: RequestContext;
}

function requestOf(within: WrittenCall['within'], items: readonly WrittenItem[]): Request {
  const context = {
    'dynamodb:LeadingKeys': items.map(({ pk }) => pk),
    'dynamodb:Attributes': [...new Set(items.flatMap(({ attributes }) => attributes))],
    ...(within ? { 'dynamodb:EnclosingOperation': within } : {}),
  };
  return { action: items[0]?.action ?? '', context };
}

/** What IAM answers: an explicit denial wins. */
function isAllowed(statements: readonly RoleStatement[], { action, context }: Request): boolean {
  const matching = statements.filter(
    ({ actions, resources, conditions }) =>
      actions.some((one) => like(one, action)) &&
      resources.some((resource) => /DataTable\w*Arn\w*"\}$/.test(JSON.stringify(resource))) &&
      conditionsHold(conditions, context),
  );
  return matching.some(({ effect }) => effect === 'Allow') && matching.every(({ effect }) => effect !== 'Deny');
}

const isCallAllowed = (statements: readonly RoleStatement[], call: WrittenCall, reading: Reading) =>
  readings[reading](call).every((request) => isAllowed(statements, request));

const { service } = synthesize('prod');
const roles = functionRoles(service).map((role) => ({ name: functionName(role), statements: role.statements }));
const writes = ({ statements }: (typeof roles)[number]) =>
  statements.some(({ effect, actions }) => effect === 'Allow' && actions.includes('dynamodb:PutItem'));
/** What sends to webhooks writes one kind of item alone, and is told apart below. */
const sender = roles.filter(({ name }) => name === 'deliver');
const writers = roles.filter((role) => writes(role) && !sender.includes(role));
const others = writers.filter(({ name }) => name !== 'auth');

const item = (action: string, pk: string, ...attributes: string[]): WrittenItem => ({
  action: `dynamodb:${action}`,
  pk,
  attributes: ['pk', 'sk', ...attributes],
});
const transaction = (...items: WrittenItem[]): WrittenCall => ({ function: '', within: 'TransactWriteItems', items });
const alone = (one: WrittenItem): WrittenCall => ({ function: '', items: [one] });

const event = item('PutItem', noteEventKeys.ofChip('p', 'c').pk, 'entity');
const note = item('UpdateItem', noteKeys.all('p', 'c').pk, 'rev');
const elsewhere = item('PutItem', projectKeys.project('p').pk, 'entity');

describe.each(names)('writes of functions, where IAM looks at %s', (reading) => {
  it.each(writers)(`a note can be written with its event by $name, where IAM looks at ${reading}`, ({ statements }) => {
    for (const other of [note, item('DeleteItem', note.pk), item('ConditionCheckItem', elsewhere.pk)])
      expect(isCallAllowed(statements, transaction(event, other, elsewhere), reading)).toBe(true);
    for (const action of ['UpdateItem', 'DeleteItem']) {
      const change = item(action, event.pk);
      for (const call of [alone(change), transaction(change), transaction(change, event)])
        expect(isCallAllowed(statements, call, reading), `${action} of an event`).toBe(false);
    }
  });

  it(`the function deliver writes the state of deliveries, what projects used, and nothing else, where IAM looks at ${reading}`, () => {
    const [deliver] = sender;
    const may = (...items: WrittenItem[]) =>
      isCallAllowed(
        deliver?.statements ?? [],
        items.length === 1 && items[0] ? alone(items[0]) : transaction(...items),
        reading,
      );
    const delivery = item('PutItem', webhookKeys.delivery('p', 'w', 't', 'd').pk, 'entity');
    expect(may(item('UpdateItem', systemKeys.meter('p', '2025-03-01').pk))).toBe(true);
    const pks = [event.pk, note.pk, elsewhere.pk, userKeys.user('u').pk, 'AUTHKEY', 'AUDIT'];
    expect(may(delivery)).toBe(true);
    expect(may(item('PutItem', chatKeys.message('p', 'c', 't', 'm').pk, 'entity'))).toBe(true);
    expect(may(item('PutItem', emailKeys.email('u', 't', 'i').pk, 'entity'))).toBe(true);
    for (const pk of pks) {
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
        for (const items of [[item(action, pk)], [item(action, pk), delivery]]) expect(may(...items), pk).toBe(false);
    }
    for (const action of ['UpdateItem', 'DeleteItem']) expect(may(item(action, delivery.pk))).toBe(false);
  });

  it.each(others)(
    `signing keys, names and passwords are not written by $name, where IAM looks at ${reading}`,
    ({ statements }) => {
      const user = userKeys.user('u').pk;
      const forbidden = [
        ...['AUTHKEY', userKeys.username('ada').pk, userKeys.listed('ada').pk].flatMap((pk) =>
          ['PutItem', 'UpdateItem', 'DeleteItem'].map((action) => item(action, pk)),
        ),
        ...['passwordHash', 'secretHash', 'systemRole', 'tokenVersion', 'disabled', 'mustChangePassword'].flatMap(
          (attribute) => ['PutItem', 'UpdateItem'].map((action) => item(action, user, attribute)),
        ),
      ];
      for (const one of forbidden) {
        const { action, pk, attributes } = one;
        for (const call of [alone(one), transaction(one), transaction(one, elsewhere)])
          expect(isCallAllowed(statements, call, reading), `${action} ${pk} ${attributes}`).toBe(false);
        if (action !== 'dynamodb:UpdateItem')
          expect(isCallAllowed(statements, alone({ ...one, action: 'dynamodb:BatchWriteItem' }), reading)).toBe(
            action === 'dynamodb:DeleteItem' && pk === user,
          );
      }
      // What else hangs on a user is written as before: memberships, repeats of requests.
      for (const one of [
        item('PutItem', user, 'role'),
        item('DeleteItem', user),
        item('ConditionCheckItem', user, 'disabledAt'),
      ])
        expect(isCallAllowed(statements, transaction(one, elsewhere), reading)).toBe(true);
    },
  );

  it(`signing keys, names and passwords are written by the group auth, where IAM looks at ${reading}`, () => {
    const auth = writers.find(({ name }) => name === 'auth')?.statements ?? [];
    const user = item('PutItem', userKeys.user('u').pk, 'passwordHash', 'systemRole', 'tokenVersion');
    for (const call of [
      alone(item('PutItem', 'AUTHKEY', 'jwk')),
      transaction(user, item('PutItem', userKeys.username('ada').pk), elsewhere),
    ])
      expect(isCallAllowed(auth, call, reading)).toBe(true);
  });

  const missing = recorded ? '' : ' (skipped: the calls of the tests were not recorded)';
  it.skipIf(missing)(`every write of the API's tests is allowed, where IAM looks at ${reading}${missing}`, () => {
    expect(writtenCalls.filter(({ items }) => items.length > 1).length).toBeGreaterThan(20);
    const denied = writtenCalls.filter((call) => {
      const role = roles.find(({ name }) => name === call.function);
      return !role || !isCallAllowed(role.statements, call, reading);
    });
    expect(denied.map((call) => JSON.stringify(call))).toEqual([]);
  });
});

describe('the two readings of a transaction', () => {
  it('a denial where any key is of an event would keep notes from being written, if IAM looks at the whole call', () => {
    const condition = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['P#*#C#*#EV#'] } };
    const table = [{ 'Fn::ImportValue': 'DataTableArn' }];
    const all = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
    const statements: RoleStatement[] = [
      { effect: 'Allow', actions: all, resources: table, conditions: {} },
      { effect: 'Deny', actions: ['dynamodb:UpdateItem'], resources: table, conditions: condition },
    ];
    expect(names.map((reading) => isCallAllowed(statements, transaction(event, note), reading))).toEqual([true, false]);
  });
});
