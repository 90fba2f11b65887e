import { Duration, Validations } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ArtifactBucket, ObjectUse } from './artifact-bucket.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** Properties of a function that makes files. */
export interface MakerFunctionProps extends Pick<ServiceFunctionProps, 'config' | 'environment' | 'description'> {
  code: CodeSource;
  artifacts: ArtifactBucket;
  /** Name of the bundle. */
  bundle: string;
  /** Key suffix of the objects that request a file, and a description of what they request. */
  requests: string;
  asksFor: string;
  uses: readonly ObjectUse[];
  /** Where undelivered requests and failed calls end. */
  deadLetters: Queue;
}

/**
 * A Lambda that makes files for download. The bucket tells EventBridge of every object that requests one. The function
 * may read and write the bucket as needed. Rights to the table are granted where it is used.
 */
export class MakerFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    id: string,
    { code, artifacts, bundle, requests, asksFor, uses, deadLetters, ...props }: MakerFunctionProps,
  ) {
    super(scope, id, { ...props, code: code(bundle), timeoutSeconds: 900 });
    artifacts.allow(this, uses);
    this.lambda.configureAsyncInvoke({ onFailure: new SqsDestination(deadLetters), retryAttempts: 1 });
    new Rule(this, 'Rule', {
      description: asksFor,
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [artifacts.bucket.bucketName] },
          object: { key: Match.wildcard(requests) },
        },
      },
      targets: [
        new LambdaTarget(this.lambda, {
          deadLetterQueue: deadLetters,
          retryAttempts: 2,
          maxEventAge: Duration.hours(1),
        }),
      ],
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination is that queue; its message contains the error and the event.',
    });
  }
}
