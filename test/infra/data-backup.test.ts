import { describe, expect, it } from 'vitest';
import { resolved } from './resolved.ts';
import { everything, onlyResource, resourcesOf, synthesize } from './synthesis.ts';

const vault = everything.backupCopyVaultArn;
const dataOf = (environment: string, context: object) => synthesize(environment, { context: { ...context } }).data;

describe('copies of the data in another account', () => {
  const data = dataOf('prod', { backupDays: '35', backupCopyVaultArn: vault });

  it('table and bucket are copied every night, kept for as many days as are set, and copied into the other vault', () => {
    const { BackupPlan } = onlyResource(data, 'AWS::Backup::BackupPlan').Properties;
    expect(BackupPlan.BackupPlanRule).toMatchObject([
      {
        ScheduleExpression: 'cron(0 17 * * ? *)',
        Lifecycle: { DeleteAfterDays: 35 },
        CopyActions: [{ DestinationBackupVaultArn: vault, Lifecycle: { DeleteAfterDays: 35 } }],
      },
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

  it('without days there is no backup, and with days alone none elsewhere', () => {
    expect(resourcesOf(dataOf('prod', {}), 'AWS::Backup::BackupVault')).toEqual({});
    const alone = onlyResource(dataOf('dev', { backupDays: '7' }), 'AWS::Backup::BackupPlan').Properties.BackupPlan;
    expect(alone.BackupPlanRule[0].CopyActions ?? []).toEqual([]);
    expect(() => dataOf('prod', { backupCopyVaultArn: vault })).toThrow('backupCopyVaultArn needs backupDays');
  });
});
