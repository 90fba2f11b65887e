import {
  CfnOutput,
  CrossStackReferences,
  Duration,
  ReferenceStrength,
  Stack,
  type StackProps,
  Tags,
  Validations,
} from 'aws-cdk-lib';
import type { Distribution as CloudFront } from 'aws-cdk-lib/aws-cloudfront';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { Distribution } from '#infra/constructs/distribution.ts';
import { SiteFiles } from '#infra/constructs/site-files.ts';
import { keptOnceMade } from '#infra/removal.ts';
import type { DataStack } from './data-stack.ts';
import type { ServiceStack } from './service-stack.ts';

/** Inputs of the web stack. */
export interface WebStackProps extends StackProps {
  data: DataStack;
  service: ServiceStack;
  /** Folder of the built web application. */
  site: string;
  /** ARN of the firewall; undefined for none. */
  firewallArn: string | undefined;
  /** ARN of the certificate for the host of the public address; undefined for CloudFront's own name. */
  certificateArn: string | undefined;
}

/**
 * The web application and the API under one address: a private bucket with the files, and CloudFront (rule DEPLOY-1).
 */
export class WebStack extends Stack {
  constructor(scope: Construct, id: string, config: DeploymentConfig, props: WebStackProps) {
    super(scope, id, props);
    // A weak reference, since an export in use would prevent deleting and recreating the service.
    CrossStackReferences.of(props.service.api.gateway).produce(ReferenceStrength.WEAK);
    Tags.of(this).add('service-generation', String(config.serviceGeneration));
    // The library's class does not match its own interface under `exactOptionalPropertyTypes`.
    const bucket = new Bucket(this, 'Site', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // Older versions of files are kept for open pages, which no one keeps open for three months.
      lifecycleRules: [{ id: 'old-assets', prefix: 'assets/', expiration: Duration.days(365) }],
      // Everything in it comes from the build. The bucket is left behind, because only an empty bucket can be deleted.
      removalPolicy: keptOnceMade,
    }) as IBucket;
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds only the public files of the web application, and only the distribution reads it.',
    });
    const { cloudFront } = new Distribution(this, 'Web', {
      config,
      site: bucket,
      filesOrigin: `https://${props.data.artifacts.bucket.bucketRegionalDomainName}`,
      // Built from the id, since the output of another stack can be joined but not split.
      apiHost: `${props.service.api.gateway.apiId}.execute-api.${this.region}.${this.urlSuffix}`,
      originSecret: props.data.originSecrets[0],
      firewallArn: props.firewallArn,
      certificateArn: props.certificateArn,
    });
    if (config.hostedZoneId !== '') this.nameIt(config, cloudFront);
    new SiteFiles(this, 'Files', { config, bucket, site: props.site });
    new CfnOutput(this, 'WebUrl', { value: `https://${cloudFront.distributionDomainName}` });
  }
  /** Points the host of the public address to the distribution. */
  private nameIt({ hostedZoneId, publicUrl }: DeploymentConfig, cloudFront: CloudFront): void {
    for (const type of ['A', 'AAAA'])
      new CfnRecordSet(this, `Record${type}`, {
        hostedZoneId,
        name: new URL(publicUrl).hostname,
        type,
        aliasTarget: {
          dnsName: cloudFront.distributionDomainName,
          hostedZoneId: CloudFrontTarget.getHostedZoneId(this),
        },
      });
  }
}
