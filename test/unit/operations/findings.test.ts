import { describe, expect, test } from 'vitest';
import { acknowledgements } from '#scripts/emulator/lib/acknowledged-findings.ts';
import { checkovFindings, judge, parliamentFindings } from '#scripts/emulator/lib/findings.ts';
import { policiesOf } from '#scripts/emulator/lib/policies.ts';

const finding = (rule: string, of: string, detail = '') => ({ tool: 'checkov' as const, rule, of, detail });
const accepted = { rule: 'R1', of: /^service\/Sweep/, reason: 'It is meant so.' };

describe('what other tools find in the templates', () => {
  test('a finding is accepted by its rule and its place, and by what it says', () => {
    expect(judge([finding('R1', 'service/SweepFunction')], [accepted]).open).toEqual([]);
    for (const other of [finding('R2', 'service/SweepFunction'), finding('R1', 'service/Other')])
      expect(judge([other], [accepted]).open).toEqual([other]);
    const precise = { ...accepted, detail: /iam:passrole/ };
    expect(judge([finding('R1', 'service/Sweep', 'iam:passrole')], [precise]).open).toEqual([]);
    expect(judge([finding('R1', 'service/Sweep', 'iam:createrole')], [precise]).open).toHaveLength(1);
  });

  test('what was accepted and is not found any more is told', () => {
    expect(judge([], [accepted])).toEqual({ open: [], idle: [accepted] });
  });

  test('the findings of parliament are a line each, at the policy of a stack', () => {
    const line = (issue: string, detail: unknown, actions?: string[]) =>
      JSON.stringify({
        issue,
        detail,
        location: { filepath: '/tmp/policies/service-SweepRole.json', ...(actions && { actions }) },
      });
    const printed = [
      'warning: old',
      line('RESOURCE_MISMATCH', [{ action: 's3:GetObject' }]),
      line('PERMISSIONS', '', ['iam:passrole']),
    ];
    expect(parliamentFindings(printed.join('\n'))).toMatchObject([
      { rule: 'RESOURCE_MISMATCH', of: 'service/SweepRole', detail: expect.stringContaining('s3:GetObject') },
      { rule: 'PERMISSIONS', of: 'service/SweepRole', detail: expect.stringContaining('iam:passrole') },
    ]);
  });

  test('the findings of checkov are those of one report or of several, at a resource of a stack', () => {
    const check = {
      check_id: 'CKV_AWS_1',
      check_name: 'Ensure',
      resource: 'AWS::S3::Bucket.Site',
      file_path: '/tmp/x/web.template.json',
    };
    const report = { results: { failed_checks: [check] } };
    const found = { tool: 'checkov', rule: 'CKV_AWS_1', of: 'web/Site', detail: 'Ensure' };
    expect(checkovFindings(JSON.stringify(report))).toEqual([found]);
    expect(checkovFindings(JSON.stringify([report, report]))).toEqual([found, found]);
    expect(checkovFindings(JSON.stringify({ passed: 0 }))).toEqual([]);
  });

  test('everything that is accepted says why, in more than a word', () => {
    for (const { reason } of Object.values(acknowledgements).flat()) expect(reason.length).toBeGreaterThan(30);
  });
});

test('policies are those of roles, inline and alongside them, with names in place of what CloudFormation resolves', () => {
  const statement = (Resource: unknown) => ({ Statement: [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource }] });
  const policies = policiesOf({
    service: {
      Resources: {
        Inline: {
          Type: 'AWS::IAM::Role',
          Properties: { Policies: [{ PolicyDocument: statement({ 'Fn::GetAtt': ['Queue', 'Arn'] }) }] },
        },
        Beside: {
          Type: 'AWS::IAM::Policy',
          Properties: {
            PolicyDocument: statement([
              { 'Fn::ImportValue': 'data:Table' },
              {
                'Fn::Join': [
                  '',
                  ['arn:', { Ref: 'AWS::Partition' }, ':s3:::b/', { 'Fn::Select': [1, { 'Fn::Split': ['-', 'a-b'] }] }],
                ],
              },
            ]),
          },
        },
        Queue: { Type: 'AWS::SQS::Queue' },
      },
    },
    data: {
      Resources: { Table: { Type: 'AWS::DynamoDB::Table' } },
      Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Table', 'Arn'] }, Export: { Name: 'data:Table' } } },
    },
  });
  expect(policies).toEqual([
    { name: 'service-Inline', document: statement('arn:aws:sqs:eu-central-1:111122223333:Queue') },
    {
      name: 'service-Beside',
      document: statement(['arn:aws:dynamodb:eu-central-1:111122223333:table/Table', 'arn:aws:s3:::b/b']),
    },
  ]);
});
