import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { consumerFunction, type StreamConsumer } from '#shared/kernel/store/system/stream-consumers.ts';
import type { DataTable } from './data-table.ts';
import { deadLetterQueue } from './dead-letters.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** Properties of a stream consumer. */
export interface StreamFunctionProps extends Pick<ServiceFunctionProps, 'config' | 'environment'> {
  consumer: StreamConsumer;
  code: CodeSource;
  table: DataTable;
}

/**
 * A Lambda that receives the stream records that match its filter: one batch per shard at a time, with partial batch
 * responses. A failing batch is split, retried and finally sent to a dead-letter queue. The function may read the
 * stream; the caller grants the rest.
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
        reason: 'Lambda needs the right to list streams, and that action does not support resources.',
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
    // Lambda refuses an event source mapping until the role may read the stream.
    mapping.node.addDependency(this.role);
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The event source mapping has the queue. Its messages name the failed batch and its place in the stream.',
    });
  }
}
