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
import { archivedFolders, type ObjectFolder, objectFolders } from '#shared/runs/rules/artifact-path.ts';

/** Key prefix of raw data. Figures and flow sources have other prefixes and are kept. */
const rawDataPrefix = `${'raw' satisfies ObjectFolder}/`;

/** Key prefix of files made for download. */
const downloadsPrefix = `${'downloads' satisfies ObjectFolder}/`;

/** Days for which a replaced or deleted version is kept, so that a mistake can be noticed and undone. */
const oldVersionDays = 30;

/** The bucket settings that differ between environments. */
type ArtifactBucketProps = Pick<
  DeploymentConfig,
  'protectData' | 'rawDataColdDays' | 'rawDataExpiryDays' | 'figuresColdDays' | 'publicUrl'
>;

/**
 * What a function may do with objects. `analyse` reads raw data. `write` writes figures and raw data, or signs
 * addresses for others to do so. `keep-image` and `show-image` handle images of texts. `download` copies a file for
 * downloading, and `pack` packs figures into one. `resume` reads saved progress, and `abandon` removes unfinished
 * multipart uploads. `snapshot` writes the snapshot that a run starts from. `archive` lists and reads a project's
 * objects. `check` looks whether the files of an archive exist. `keep-results` writes
 * archived results, and `return-results` reads them. `purge` lists and deletes a project's objects, and
 * `count` adds up their bytes. The bucket is versioned, so erasing an object deletes its old versions too.
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
  | 'keep-results'
  | 'return-results'
  | 'count';

/** The uses that need to list objects. */
const listing: readonly ObjectUse[] = ['purge', 'archive', 'count'];

const objectRights: Record<Exclude<ObjectUse, 'count'>, { action: string; folders: readonly ObjectFolder[] }> = {
  read: { action: 's3:GetObject', folders: ['figures', 'raw', 'snapshots', 'downloads', 'results'] },
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
  'keep-results': { action: 's3:PutObject', folders: ['results'] },
  'return-results': { action: 's3:GetObject', folders: ['results'] },
  check: { action: 's3:GetObject', folders: archivedFolders },
  purge: { action: 's3:DeleteObject', folders: objectFolders },
};

/**
 * The bucket for figures, raw data and flow sources: private, encrypted, TLS only, versioned, with a configurable life
 * cycle for raw data. No one can access it until a construct grants it.
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
          // A delete marker keeps the key, which contains project, run and file. It goes with the last old version.
          expiredObjectDeleteMarker: true,
        },
        ...rawDataRules(props),
        ...(props.figuresColdDays > 0 ? [coldRule('figures', props.figuresColdDays)] : []),
        coldRule('results', 1),
        {
          id: 'downloads',
          prefix: downloadsPrefix,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      cors: [
        {
          // A signed address is valid for one object and five minutes. The address itself is the secret.
          allowedOrigins: [props.publicUrl === '' ? '*' : new URL(props.publicUrl).origin],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
          // The API redirects pages here, and they send the headers of the original request.
          allowedHeaders: ['*'],
          exposedHeaders: ['accept-ranges', 'content-length', 'content-range', 'etag'],
          maxAge: 3600,
        },
      ],
      removalPolicy,
    });
    // Set as a bucket property, because the CDK way adds a Lambda with rights to every bucket.
    (this.bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    this.bucket.policy?.applyRemovalPolicy(removalPolicy);
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Objects are accessed through signed addresses that the API issues and logs, valid for five minutes each.',
    });
  }

  /** Sets `BUCKET_NAME` for a function of another stack and grants it the given uses. */
  allow(user: Construct & { lambda: LambdaFunction; role: Role }, uses: readonly ObjectUse[]): void {
    // Exported explicitly, so that the other stack's policy has its final text from the start.
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
        reason: 'Object keys contain ids of projects and runs, which are not known in advance.',
      });
  }
}

/** Smaller objects would be charged as if they had this size, and each change of class costs as much as months of storage. */
const leastColdBytes = 128 * 1024;

/** Moves objects of a folder to a class for what is seldom read, and then at once. */
const coldRule = (folder: ObjectFolder, days: number): LifecycleRule => ({
  id: folder,
  prefix: `${folder}/`,
  objectSizeGreaterThan: leastColdBytes,
  transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(days) }],
});

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
