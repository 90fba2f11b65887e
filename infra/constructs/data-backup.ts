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

/** AWS's own policies for what its backups read: tables and others, and buckets. */
const backupPolicies = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'];

/**
 * A copy of table and bucket every night in a vault of this account, and of that in a vault of another one: what an
 * administrator of this account deletes stands there still (rule DEPLOY-23).
 */
export class DataBackup extends Construct {
  constructor(scope: Construct, id: string, { config, table, artifacts }: DataBackupProps) {
    super(scope, id);
    const { backupDays, backupCopyVaultArn } = config;
    const deleteAfter = Duration.days(backupDays);
    const vault = new BackupVault(this, 'Vault', {
      // It may outlive its stack.
      backupVaultName: accountName(this, config, stackMark(this)),
      removalPolicy: removalOf(config),
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: accountName(this, config, 'nightly'),
      backupVault: vault,
    });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'nightly',
        // When it is night in Japan, and neither day nor night in Europe begins.
        scheduleExpression: Schedule.cron({ hour: '17', minute: '0' }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter,
        copyActions:
          backupCopyVaultArn === ''
            ? []
            : [
                {
                  destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Other', backupCopyVaultArn),
                  deleteAfter,
                },
              ],
      }),
    );
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
