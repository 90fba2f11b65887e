import { describe, expect, it } from 'vitest';
import { resolved } from '../resolved.ts';
import { functionRoles } from '../roles.ts';
import { resourcesOf, synthesize } from '../synthesis.ts';

const { service } = synthesize('prod', { context: { search: 'managed' } });

describe('what is sent to webhooks', () => {
  it('every minute a function sends to webhooks, and may only write the state of deliveries and what projects use', () => {
    const [[, rule] = []] = Object.entries(resourcesOf(service, 'AWS::Events::Rule')).filter(([id]) =>
      id.startsWith('Deliver'),
    );
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
    const [role] = functionRoles(service).filter(({ description }) => description.startsWith('Sends notifications'));
    const writes = role?.statements.filter(({ actions }) =>
      actions.some((action) => /^dynamodb:(Put|Update|Delete|BatchWrite)/.test(action)),
    );
    expect(writes).toEqual([
      expect.objectContaining({
        actions: ['dynamodb:PutItem'],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['P#*#WEBHOOK', 'P#*#CHAT', 'USER#*#EMAIL'] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
      expect.objectContaining({
        actions: ['dynamodb:UpdateItem'],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#*'] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
    ]);
  });
});

describe('e-mails', () => {
  const sending = (template: typeof service) =>
    functionRoles(template).flatMap(({ description, statements }) =>
      statements
        .filter(({ actions }) => actions.some((action) => action.startsWith('ses:')))
        .map(({ effect, actions, resources, conditions }) => ({
          description,
          ...{ effect, actions, conditions, resources: resources.map(resolved) },
        })),
    );

  it('without a sender no function may send an e-mail', () => {
    expect(sending(service)).toEqual([]);
  });

  it('with a sender what sends every minute may send from that address alone, by its identity or that of its domain', () => {
    const template = synthesize('prod', { context: { emailSender: 'fiducial@example.org' } }).service;
    expect(sending(template)).toEqual([
      {
        description: expect.stringMatching(/^Sends notifications/),
        effect: 'Allow',
        actions: ['ses:SendEmail'],
        resources: ['example.org', 'fiducial@example.org'].map(
          (name) => `arn:aws:ses:eu-central-1:111122223333:identity/${name}`,
        ),
        conditions: { StringEquals: { 'ses:FromAddress': 'fiducial@example.org' } },
      },
    ]);
    for (const { environment } of functionRoles(template))
      expect(environment.EMAIL_SENDER).toBe('fiducial@example.org');
  });

  it('a malformed sender address is refused by name', () => {
    expect(() => synthesize('prod', { context: { emailSender: 'the lab' } })).toThrow(/emailSender/);
  });
});
