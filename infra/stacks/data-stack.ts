import { CfnOutput, type RemovalPolicy, SecretValue, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { ArtifactBucket } from '#infra/constructs/artifact-bucket.ts';
import { DataBackup } from '#infra/constructs/data-backup.ts';
import { DataTable } from '#infra/constructs/data-table.ts';
import { removalOf } from '#infra/removal.ts';

/** Letters and digits only, so that a generated value needs no escaping in JSON, headers or forms. */
const excludeCharacters = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/**
 * The resources that outlive the service: the table, the bucket and the secrets (rule DEPLOY-1). If protected, they are
 * kept when the stack is deleted.
 */
export class DataStack extends Stack {
  readonly table: DataTable;
  /** Figures, raw data and flow sources. */
  readonly artifacts: ArtifactBucket;
  /** JSON with `seed` and `adminPassword`; the functions' `SECRET_ID`. */
  readonly secret: Secret;
  /**
   * Accepted values of the distribution's secret header, as references that CloudFormation resolves. The first one is
   * sent. Empty if the header is not required.
   */
  readonly originSecrets: readonly string[];

  constructor(scope: Construct, id: string, config: DeploymentConfig, props: StackProps) {
    super(scope, id, props);
    this.table = new DataTable(this, 'Data', config);
    const removalPolicy = removalOf(config);

    // CloudFormation generates one value per secret. So the password is generated first and then embedded in the
    // template of the secret with the seed. That secret is regenerated only if this declaration changes.
    const adminPassword = new Secret(this, 'AdminPassword', {
      description: 'Fiducial: password of the first administrator until they change it',
      generateSecretString: { passwordLength: 24, excludeCharacters },
      removalPolicy,
    });
    this.secret = new Secret(this, 'ServiceSecret', {
      description: "Fiducial: seed of the signing key, and the first administrator's password",
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ adminPassword: adminPassword.secretValue.unsafeUnwrap() }),
        generateStringKey: 'seed',
        passwordLength: 64,
        excludeCharacters,
      },
      removalPolicy,
    });
    acknowledgeNoRotation(adminPassword, 'It is used once, to create the administrator, who then changes it.');
    acknowledgeNoRotation(
      this.secret,
      'A new signing key must be published before it signs; an automatic rotation would end all sessions.',
    );
    this.artifacts = new ArtifactBucket(this, 'Artifacts', config);
    if (config.backupDays > 0) new DataBackup(this, 'Backup', { config, table: this.table, artifacts: this.artifacts });
    this.originSecrets = config.originHeader ? this.originHeader(config, removalPolicy) : [];

    new CfnOutput(this, 'ArtifactBucketName', { value: this.artifacts.bucket.bucketName });
    new CfnOutput(this, 'TableName', { value: this.table.table.tableName });
    new CfnOutput(this, 'ServiceSecretArn', { value: this.secret.secretArn });
    new CfnOutput(this, 'AdminPasswordSecretArn', { value: adminPassword.secretArn });
  }

  private originHeader({ originSecretVersions }: DeploymentConfig, removalPolicy: RemovalPolicy): string[] {
    const secret = new Secret(this, 'OriginSecret', {
      description: 'Fiducial: header that identifies the distribution to the gateway',
      generateSecretString: { passwordLength: 48, excludeCharacters },
      removalPolicy,
    });
    acknowledgeNoRotation(secret, 'The distribution and the functions read the value at deployment, by version id.');
    new CfnOutput(this, 'OriginSecretArn', { value: secret.secretArn });
    // CloudFormation does not resolve an unchanged reference again, so the reference includes the version.
    const versions = originSecretVersions === '' ? [undefined] : originSecretVersions.split(',');
    return versions.map((versionId) =>
      SecretValue.secretsManager(secret.secretArn, versionId === undefined ? {} : { versionId }).unsafeUnwrap(),
    );
  }
}

function acknowledgeNoRotation(secret: Secret, reason: string): void {
  Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason });
}
