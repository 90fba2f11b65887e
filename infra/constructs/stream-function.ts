import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { consumerFunction, type StreamConsumer } from '#shared/store/system/stream-consumers.ts';
import type { DataTable } from './data-table.ts';
import { deadLetterQueue } from './dead-letters.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** What a consumer of the table's stream needs. */
export interface StreamFunctionProps extends Pick<ServiceFunctionProps, 'config' | 'environment'> {
  consumer: StreamConsumer;
  code: CodeSource;
  table: DataTable;
}

/**
 * A Lambda that is called with the stream's records that meet its filter: one batch at a time for each shard,
 * partial batch responses, halved when it fails, and after its retries into a dead-letter queue. It may read the stream;
 * what it does with the records is granted by whoever makes it.
 */
export class StreamFunction extends ServiceFunction {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: StreamFunctionProps) {
    const { consumer, table, code, config, environment } = props;
    super(scope, id, {
      config,
      description: `Stream, ${consumer.name}: ${consumer.description}`,
      code: code(consumerFunction(consumer)),
      environment,
      timeoutSeconds: consumer.timeoutSeconds,
      reservedConcurrency: config.reservedConcurrency,
    });
    this.deadLetters = deadLetterQueue(this);
    const streamArn = table.streamArn;
    this.role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [streamArn],
      }),
    );
    this.role.addToPrincipalPolicy(new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }));
    for (const id of ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions'])
      Validations.of(this.role).acknowledge({
        id,
        reason: 'Lambda asks for the right to list streams, and that action knows no resource.',
      });
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: this.lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: consumer.filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
      batchSize: consumer.batchSize,
      maxBatchingWindow: Duration.seconds(consumer.batchingWindowSeconds),
      parallelizationFactor: consumer.parallelizationFactor,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: consumer.retryAttempts,
      maxRecordAge: Duration.seconds(consumer.maximumRecordAgeSeconds),
      onFailure: new SqsDlq(this.deadLetters),
    });
    // A mapping is refused while its role may not yet read the stream.
    mapping.node.addDependency(this.role);
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The event source mapping has the queue: what was given up is named there, with its place in the stream.',
    });
  }
}
