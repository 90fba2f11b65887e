import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** The findings of cdk-nag on a queue without a dead-letter queue; the first is not one on the target of another queue. */
const findings = ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy'] as const;

/**
 * Creates the queue `DeadLetters` of a construct. It keeps failed messages for two weeks.
 * @param options.ofQueues other queues send it what fails, and not only functions.
 */
export function deadLetterQueue(scope: Construct, { ofQueues = false } = {}): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  for (const rule of ofQueues ? findings.slice(1) : findings) {
    Validations.of(queue).acknowledge({
      id: rule,
      reason: 'This is itself a dead-letter queue.',
    });
  }
  return queue;
}
