import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { removalOf } from '#infra/removal.ts';
import { archivedFolders, type ObjectFolder, objectFolders } from '#shared/domain/runs/artifact-path.ts';

/** Keys of raw data begin so; figures and flow sources lie elsewhere and stay. */
const rawDataPrefix = `${'raw' satisfies ObjectFolder}/`;

/** Keys of what is made to be downloaded begin so. */
const downloadsPrefix = `${'downloads' satisfies ObjectFolder}/`;

/** Life of a version that was replaced or deleted: time enough to notice and to bring it back. */
const oldVersionDays = 30;

/** The settings of the bucket that differ between environments. */
type ArtifactBucketProps = Pick<
  DeploymentConfig,
  'protectData' | 'rawDataColdDays' | 'rawDataExpiryDays' | 'publicUrl'
>;

/**
 * What a function may do with objects: `analyse` raw data, `write` figures and raw data, itself or by signing addresses at which others do,
 * `keep-image` and `show-image` those of texts, copy a file to be a `download` of its own, `pack` figures into one, `resume` what it has kept aside, `abandon` what was written in parts, write the `snapshot` that a run begins with, find and read for an `archive` what there is of a project, `check` whether what an archive names is there, by `purge` find and delete what there is of a project, and `count` its bytes. The bucket has
 * versions: what was deleted is erased with the old ones.
 */
export type ObjectUse =
  | 'read'
  | 'analyse'
  | 'show-image'
  | 'keep-image'
  | 'write'
  | 'download'
  | 'snapshot'
  | 'purge'
  | 'pack'
  | 'resume'
  | 'abandon'
  | 'archive'
  | 'check'
  | 'count';

/** The uses for which objects are listed. */
const listing: readonly ObjectUse[] = ['purge', 'archive', 'count'];

const objectRights: Record<Exclude<ObjectUse, 'count'>, { action: string; folders: readonly ObjectFolder[] }> = {
  read: { action: 's3:GetObject', folders: ['figures', 'raw', 'snapshots', 'downloads'] },
  analyse: { action: 's3:GetObject', folders: ['raw'] },
  write: { action: 's3:PutObject', folders: ['figures', 'raw'] },
  'show-image': { action: 's3:GetObject', folders: ['images'] },
  'keep-image': { action: 's3:PutObject', folders: ['images'] },
  download: { action: 's3:PutObject', folders: ['downloads'] },
  snapshot: { action: 's3:PutObject', folders: ['snapshots'] },
  pack: { action: 's3:GetObject', folders: ['figures', 'downloads'] },
  resume: { action: 's3:GetObject', folders: ['downloads'] },
  abandon: { action: 's3:AbortMultipartUpload', folders: ['downloads'] },
  archive: { action: 's3:GetObject', folders: archivedFolders },
  check: { action: 's3:GetObject', folders: archivedFolders },
  purge: { action: 's3:DeleteObject', folders: objectFolders },
};

/**
 * The bucket for figures, raw data and flow sources: private, encrypted, reached by TLS alone, with versions, and with
 * a configurable life cycle for raw data. Nobody may read or write it until a construct grants it.
 */
export class ArtifactBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: ArtifactBucketProps) {
    super(scope, id);
    const removalPolicy = removalOf(props);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      lifecycleRules: [
        {
          id: 'tidy',
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(oldVersionDays),
          // The marker of a deletion has the key, with project, run and file in it: it goes with the last old version.
          expiredObjectDeleteMarker: true,
        },
        ...rawDataRules(props),
        {
          id: 'downloads',
          prefix: downloadsPrefix,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      cors: [
        {
          // An address is signed for one object and five minutes: it is what is secret, and not who asks.
          allowedOrigins: [props.publicUrl === '' ? '*' : new URL(props.publicUrl).origin],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
          // A page is sent here from the API with the headers that it had for that.
          allowedHeaders: ['*'],
          exposedHeaders: ['accept-ranges', 'content-length', 'content-range', 'etag'],
          maxAge: 3600,
        },
      ],
      removalPolicy,
    });
    // As a property of the bucket: the library's own way is a function of its own, with rights to every bucket.
    (this.bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    this.bucket.policy?.applyRemovalPolicy(removalPolicy);
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Objects are read and written by signed addresses that the API gives out and logs, for five minutes each.',
    });
  }

  /** Names the bucket to a function of another stack (`BUCKET_NAME`) and allows it its uses of objects. */
  allow(user: Construct & { lambda: LambdaFunction; role: Role }, uses: readonly ObjectUse[]): void {
    // Exported here, so that the other stack's policy says from the start what it will say in the template.
    const arn = Stack.of(this).exportValue(this.bucket.bucketArn);
    user.lambda.addEnvironment('BUCKET_NAME', this.bucket.bucketName);
    const onObjects = uses.filter((use) => use !== 'count');
    for (const use of onObjects) {
      const { action, folders } = objectRights[use];
      const resources = folders.map((folder) => `${arn}/${folder}/*`);
      user.role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources }));
    }
    if (uses.some((use) => listing.includes(use)))
      user.role.addToPrincipalPolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [arn] }));
    const exportName: string = Stack.of(user).resolve(arn)['Fn::ImportValue'];
    for (const folder of new Set(onObjects.flatMap((use) => objectRights[use].folders)))
      Validations.of(user.role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${exportName}/${folder}/*]`,
        reason: 'The names of objects are made of the ids of projects and runs that are yet to come.',
      });
  }
}

function rawDataRules({ rawDataColdDays, rawDataExpiryDays }: ArtifactBucketProps): LifecycleRule[] {
  if (rawDataColdDays === 0 && rawDataExpiryDays === 0) return [];
  const cold = { storageClass: StorageClass.INFREQUENT_ACCESS, transitionAfter: Duration.days(rawDataColdDays) };
  return [
    {
      id: 'raw-data',
      prefix: rawDataPrefix,
      ...(rawDataColdDays > 0 ? { transitions: [cold] } : {}),
      ...(rawDataExpiryDays > 0 ? { expiration: Duration.days(rawDataExpiryDays) } : {}),
    },
  ];
}
