import { Duration, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupSelection, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { accountName, stackMark } from '#infra/names.ts';
import { removalOf } from '#infra/removal.ts';
import type { ArtifactBucket } from './artifact-bucket.ts';
import type { DataTable } from './data-table.ts';

export interface DataBackupProps {
  config: DeploymentConfig;
  table: DataTable;
  artifacts: ArtifactBucket;
}

/** AWS managed policies to back up tables and other resources, and buckets. */
const backupPolicies = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'];

/** Nightly copies are kept for so many days, and the copy of each Sunday for `backupDays`. */
const nightlyDays = 7;

/**
 * Copies the table and the bucket every night to a vault of this account, and from there to a vault of another account or
 * region. That copy survives a deletion by an administrator of this account, or the loss of this region (rules DEPLOY-23
 * and DEPLOY-51). Each copy of a table is a full one and is paid for, so only one a week is kept for long.
 */
export class DataBackup extends Construct {
  constructor(scope: Construct, id: string, { config, table, artifacts }: DataBackupProps) {
    super(scope, id);
    const { backupDays, backupCopyVaultArn } = config;
    const vault = new BackupVault(this, 'Vault', {
      // The vault may outlive its stack, so its name is unique.
      backupVaultName: accountName(this, config, stackMark(this)),
      removalPolicy: removalOf(config),
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: accountName(this, config, 'nightly'),
      backupVault: vault,
    });
    const otherVault =
      backupCopyVaultArn === '' ? undefined : BackupVault.fromBackupVaultArn(this, 'Other', backupCopyVaultArn);
    const addRule = (ruleName: string, days: number, on: { weekDay?: string } = {}) => {
      const deleteAfter = Duration.days(days);
      const rule = new BackupPlanRule({
        ruleName,
        // 02:00 in Japan, and early evening in Europe.
        scheduleExpression: Schedule.cron({ hour: '17', minute: '0', ...on }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter,
        copyActions: otherVault ? [{ destinationBackupVault: otherVault, deleteAfter }] : [],
      });
      plan.addRule(rule);
    };
    if (backupDays <= nightlyDays) addRule('nightly', backupDays);
    else {
      addRule('nightly', nightlyDays, { weekDay: 'MON-SAT' });
      addRule('weekly', backupDays, { weekDay: 'SUN' });
    }
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: backupPolicies.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    for (const name of backupPolicies)
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
        reason: "AWS's own policy for its backups: what they read changes with the service.",
      });
    new BackupSelection(this, 'Selection', {
      backupPlan: plan,
      backupSelectionName: 'data',
      resources: [BackupResource.fromArn(table.table.tableArn), BackupResource.fromArn(artifacts.bucket.bucketArn)],
      role,
      disableDefaultBackupPolicy: true,
    });
  }
}
