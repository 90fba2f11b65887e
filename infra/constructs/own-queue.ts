import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { ServiceFunction } from './service-function.ts';

/** How a function works on the messages that it puts into its queue. */
export interface OwnQueueProps {
  /** Calls at the same time: a ceiling, so that a full hour leaves the account's concurrency to the API. */
  maxConcurrency: number;
  /** Messages of one call, which are worked on side by side. */
  batchSize: number;
  /** Longer than the function may take: until then no other call gets a message. */
  visibilitySeconds: number;
  /** Where a message ends that was not carried out in three attempts. */
  deadLetters: IQueue;
}

/** How often a message is tried. */
const attempts = 3;

/** The work of a message is put into the queue again as long as it is due, so a forgotten one is not lost. */
const retention = Duration.hours(1);

/**
 * Gives a function a queue: its clock puts work there, a message for each project, and the function is called again with
 * it (rule DEPLOY-42). Messages that fail are delivered again alone. One function in both parts needs one role and one
 * log, and a stack has few resources left.
 */
export function addOwnQueue(
  fn: ServiceFunction,
  { maxConcurrency, batchSize, visibilitySeconds, deadLetters }: OwnQueueProps,
): Queue {
  const queue = new Queue(fn, 'Work', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: retention,
    visibilityTimeout: Duration.seconds(visibilitySeconds),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: attempts },
  });
  fn.lambda.addEnvironment('WORK_QUEUE_URL', queue.queueUrl);
  fn.role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:SendMessage'],
      resources: [queue.queueArn],
    }),
  );
  const mapping = new EventSourceMapping(fn, 'Mapping', {
    target: fn.lambda,
    eventSourceArn: queue.queueArn,
    batchSize,
    maxConcurrency,
    reportBatchItemFailures: true,
  });
  // Lambda refuses an event source mapping until the role may read the queue.
  mapping.node.addDependency(fn.role);
  Validations.of(mapping).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason:
      'A mapping from a queue has no destination of its own: its messages end in the dead-letter queue of the queue.',
  });
  return queue;
}
