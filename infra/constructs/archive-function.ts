import { Duration, Validations } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ArtifactBucket } from './artifact-bucket.ts';
import { deadLetterQueue } from './dead-letters.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** What the function that makes archives needs. */
export interface ArchiveFunctionProps extends Pick<ServiceFunctionProps, 'config' | 'environment'> {
  code: CodeSource;
  artifacts: ArtifactBucket;
}

/**
 * The Lambda that makes archives of figures: the bucket tells EventBridge of every object that asks for one. It reads
 * figures, writes what is made to be downloaded, and neither reads nor writes the table.
 */
export class ArchiveFunction extends ServiceFunction {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { code, artifacts, ...props }: ArchiveFunctionProps) {
    super(scope, id, {
      ...props,
      description: 'Archives: makes one of figures that are too large for an answer',
      code: code('make-archive'),
      timeoutSeconds: 900,
    });
    artifacts.allow(this, ['pack', 'download', 'abandon']);
    this.deadLetters = deadLetterQueue(this);
    this.lambda.configureAsyncInvoke({ onFailure: new SqsDestination(this.deadLetters), retryAttempts: 1 });
    new Rule(this, 'Rule', {
      description: 'An archive of figures was asked for',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [artifacts.bucket.bucketName] },
          object: { key: Match.wildcard('downloads/*.request.json') },
        },
      },
      targets: [
        new LambdaTarget(this.lambda, {
          deadLetterQueue: this.deadLetters,
          retryAttempts: 2,
          maxEventAge: Duration.hours(1),
        }),
      ],
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination is that queue; its message holds the error as well as the event.',
    });
  }
}
