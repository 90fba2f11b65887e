import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { resolved } from './resolved.ts';
import { everything, onlyResource, resourcesOf, synthesize } from './synthesis.ts';

const vault = everything.backupCopyVaultArn;
const dataOf = (environment: string, context: object) => synthesize(environment, { context: { ...context } }).data;

const rulesOf = (data: Template) => onlyResource(data, 'AWS::Backup::BackupPlan').Properties.BackupPlan.BackupPlanRule;

describe('copies of the data in another account', () => {
  const data = dataOf('prod', { backupDays: '35', backupCopyVaultArn: vault });

  it('table and bucket are copied every night and into the other vault, kept for a week, and those of Sundays for as many days as are set', () => {
    const copied = (days: number) => ({
      Lifecycle: { DeleteAfterDays: days },
      CopyActions: [{ DestinationBackupVaultArn: vault, Lifecycle: { DeleteAfterDays: days } }],
    });
    expect(rulesOf(data)).toMatchObject([
      { ScheduleExpression: 'cron(0 17 ? * MON-SAT *)', ...copied(7) },
      { ScheduleExpression: 'cron(0 17 ? * SUN *)', ...copied(35) },
    ]);
    const { Resources } = onlyResource(data, 'AWS::Backup::BackupSelection').Properties.BackupSelection;
    const tables = Object.keys(resourcesOf(data, 'AWS::DynamoDB::Table'));
    const buckets = Object.keys(resourcesOf(data, 'AWS::S3::Bucket'));
    expect(Resources).toEqual([...tables, ...buckets].map((id) => ({ 'Fn::GetAtt': [id, 'Arn'] })));
  });

  it('in prod the vault stays when its stack goes, under a name that the next one does not take', () => {
    const kept = onlyResource(data, 'AWS::Backup::BackupVault');
    expect(kept.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(JSON.stringify(kept.Properties.BackupVaultName)).toContain('"Ref":"AWS::StackId"');
    expect(resolved(kept.Properties.BackupVaultName)).toMatch(/^[a-zA-Z0-9_-]{2,50}$/);
  });

  it('the role of the backups is for AWS Backup alone', () => {
    const roles = Object.values(resourcesOf(data, 'AWS::IAM::Role'));
    expect(roles).toHaveLength(1);
    expect(roles[0]?.Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
      { Effect: 'Allow', Principal: { Service: 'backup.amazonaws.com' } },
    ]);
    expect(resourcesOf(data, 'AWS::IAM::Policy')).toEqual({});
  });

  it('prod has copies for 35 days and dev none, and without a vault elsewhere they stay here', () => {
    expect(resourcesOf(dataOf('dev', {}), 'AWS::Backup::BackupVault')).toEqual({});
    const prod = rulesOf(dataOf('prod', {}));
    expect(prod.map(({ Lifecycle }: { Lifecycle: object }) => Lifecycle)).toEqual([
      { DeleteAfterDays: 7 },
      { DeleteAfterDays: 35 },
    ]);
    expect(prod.flatMap(({ CopyActions = [] }: { CopyActions?: object[] }) => CopyActions)).toEqual([]);
  });

  it('copies of a week or less are kept for as many days as are set, and 0 makes none', () => {
    expect(rulesOf(dataOf('dev', { backupDays: '5' }))).toMatchObject([
      { ScheduleExpression: 'cron(0 17 * * ? *)', Lifecycle: { DeleteAfterDays: 5 } },
    ]);
    expect(resourcesOf(dataOf('prod', { backupDays: '0' }), 'AWS::Backup::BackupVault')).toEqual({});
    expect(() => dataOf('prod', { backupDays: '0', backupCopyVaultArn: vault })).toThrow(
      'backupCopyVaultArn needs backupDays',
    );
  });
});
