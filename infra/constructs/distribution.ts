import { Duration, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution as CloudFront,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { accountName } from '#infra/names.ts';
import { edgeCode } from './edge-code.ts';
import { securityHeadersPolicy } from './security-headers-policy.ts';

export interface DistributionProps {
  config: DeploymentConfig;
  /** Bucket with the files of the web application. */
  site: IBucket;
  /** Origin of signed file addresses, such as `https://<bucket>.s3.<region>.amazonaws.com`. */
  filesOrigin: string;
  /** Host of the HTTP API, such as `<id>.execute-api.<region>.amazonaws.com`. */
  apiHost: string;
  /** Value of the header that identifies the distribution to the functions; undefined if they do not check it. */
  originSecret: string | undefined;
  /** ARN of the firewall; undefined for none. */
  firewallArn: string | undefined;
  /** ARN of the certificate for the host of the public address; undefined for CloudFront's own name. */
  certificateArn: string | undefined;
}

// API responses are never cached. CloudFront caches these errors for ten seconds by default.
const errorsKeptByDefault = [404, 405, 414, 500, 501, 502, 503, 504];

/**
 * One address for the service and the web application: `/api/*` goes to the API, all else to the site (rule DEPLOY-5).
 */
export class Distribution extends Construct {
  readonly cloudFront: CloudFront;

  constructor(scope: Construct, id: string, props: DistributionProps) {
    super(scope, id);
    const { config, firewallArn, certificateArn } = props;
    const headers = securityHeadersPolicy(this, 'Headers', { config, filesOrigin: props.filesOrigin });
    this.cloudFront = new CloudFront(this, 'Distribution', {
      comment: `Fiducial ${config.environment}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      defaultBehavior: this.pages(props, headers),
      additionalBehaviors: { '/api/*': this.api(props, headers) },
      errorResponses: errorsKeptByDefault.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(firewallArn === undefined ? {} : { webAclId: firewallArn }),
      ...this.ownName(config, certificateArn),
    });
    this.acknowledgeFindings(firewallArn, certificateArn);
  }

  private pages({ config, site }: DistributionProps, responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions {
    const originAccessControl = new S3OriginAccessControl(this, 'SiteAccess', {
      originAccessControlName: accountName(this, config, 'site'),
    });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(site, { originAccessControl }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // Cached for as long as the file's own header says, and not at all with `no-cache`.
      cachePolicy: new CachePolicy(this, 'FilesCache', {
        cachePolicyName: accountName(this, config, 'files'),
        comment: 'Fiducial: as long as a file itself says',
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.days(365),
        cookieBehavior: CacheCookieBehavior.none(),
        headerBehavior: CacheHeaderBehavior.none(),
        queryStringBehavior: CacheQueryStringBehavior.none(),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      }),
      responseHeadersPolicy,
      functionAssociations: [this.viewerRequest(config, 'PagePaths', 'page-paths')],
    };
  }

  private api(props: DistributionProps, responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions {
    const { config, originSecret } = props;
    return {
      origin: new HttpOrigin(props.apiHost, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        ...(originSecret === undefined ? {} : { customHeaders: { 'x-origin-secret': originSecret } }),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // Before a redirect, the token would already have been sent over plain HTTP.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(this, 'ApiRequest', {
        originRequestPolicyName: accountName(this, config, 'api'),
        comment: 'Fiducial: every header but Host, by which the gateway is found, and no cookie',
        cookieBehavior: OriginRequestCookieBehavior.none(),
        headerBehavior: OriginRequestHeaderBehavior.denyList('host'),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
      responseHeadersPolicy,
      functionAssociations: [this.viewerRequest(config, 'StripApi', 'strip-api')],
    };
  }

  private viewerRequest(config: DeploymentConfig, id: string, name: string) {
    const edgeFunction = new EdgeFunction(this, id, {
      functionName: accountName(this, config, name),
      code: FunctionCode.fromInline(edgeCode(name)),
      runtime: FunctionRuntime.JS_2_0,
    });
    return { function: edgeFunction, eventType: FunctionEventType.VIEWER_REQUEST };
  }

  private ownName({ publicUrl }: DeploymentConfig, certificateArn: string | undefined) {
    if (certificateArn === undefined) return {};
    return {
      domainNames: [new URL(publicUrl).hostname],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  private acknowledgeFindings(firewallArn: string | undefined, certificateArn: string | undefined): void {
    const acknowledge = (id: string, reason: string) =>
      Validations.of(this.cloudFront).acknowledge({ id: `AwsSolutions-${id}`, reason });
    acknowledge('CFR1', 'A laboratory and its guests may sit in any country.');
    acknowledge('CFR3', 'The gateway logs every request of the API; the files are the same for everybody.');
    if (firewallArn === undefined)
      acknowledge('CFR2', 'No firewall where the configuration asks for none: a small environment without real data.');
    if (certificateArn === undefined)
      acknowledge('CFR4', "CloudFront's own name has CloudFront's certificate, whose protocol cannot be chosen.");
  }
}
