import { join } from 'node:path';
import { type CfnElement, Duration, RemovalPolicy, Stack, Token, Validations } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';

/** Properties of the site's files. */
export interface SiteFilesProps {
  config: DeploymentConfig;
  bucket: IBucket;
  /** Folder of the built web application. */
  site: string;
}

/** The precompressed files are for the site on one machine. CloudFront compresses by itself. */
const compressed = ['*.br', '*.gz'];

/**
 * Copies the built web application into its bucket: first the hashed files, cached for a year, then the pages that
 * refer to them.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, { config, bucket, site }: SiteFilesProps) {
    super(scope, id);
    const common = {
      destinationBucket: bucket,
      memoryLimit: 512,
      logGroup: new LogGroup(this, 'Logs', {
        retention: config.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      outputObjectKeys: false,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      // The build's manifest has no hash in its name.
      sources: [Source.asset(join(site, 'assets'), { exclude: ['manifest.json', ...compressed] })],
      destinationKeyPrefix: 'assets/',
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
      // An open page still requests the files of its own version.
      prune: false,
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [Source.asset(site, { exclude: ['assets', ...compressed] })],
      // Excluded from pruning.
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
    });
    pages.node.addDependency(assets);
    acknowledgeDeployer(Stack.of(this), bucket);
  }
}

/** CDK's own Lambda for copying files. Its role, policy and runtime come with the pinned aws-cdk-lib. */
function acknowledgeDeployer(stack: Stack, bucket: IBucket): void {
  const deployer = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!deployer) throw new Error("CDK's Lambda for copying files was renamed");
  const acknowledge = (id: string, reason: string) => Validations.of(deployer).acknowledge({ id, reason });
  const partition = shown(stack.partition, 'AWS::Partition');
  const assets = `cdk-hnb659fds-assets-${shown(stack.account, 'AWS::AccountId')}-${shown(stack.region, 'AWS::Region')}`;
  acknowledge(
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    "CDK's own function for copying files: it runs at deployment alone, and that policy only lets it write logs.",
  );
  for (const action of ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'])
    acknowledge(
      `AwsSolutions-IAM5[Action::s3:${action}*]`,
      "What CDK grants for reading one bucket and writing another; these are CDK's assets and the site's own bucket.",
    );
  const site = `<${stack.getLogicalId(bucket.node.defaultChild as CfnElement)}.Arn>`;
  for (const objects of [`arn:${partition}:s3:::${assets}`, site])
    acknowledge(
      `AwsSolutions-IAM5[Resource::${objects}/*]`,
      "Every object of the bucket, since names contain hashes: CDK's assets, and the files of the web application.",
    );
  for (const rule of ['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'])
    acknowledge(rule, 'The runtime comes with the pinned aws-cdk-lib, and is moved by it.');
  acknowledge('Serverless-LambdaDLQ', 'CloudFormation calls it and waits: a failure fails the deployment.');
  acknowledge('Serverless-LambdaTracing', 'It runs at deployment alone, in no request of anybody.');
}

/** Formats a value as cdk-nag does: by its logical name until it is resolved. */
const shown = (value: string, name: string): string => (Token.isUnresolved(value) ? `<${name}>` : value);
