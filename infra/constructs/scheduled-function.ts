import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { deadLetterQueue } from './dead-letters.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** What a function on a clock needs. */
export interface ScheduledFunctionProps extends Omit<ServiceFunctionProps, 'code'> {
  /** Name of its bundle. */
  bundle: string;
  code: CodeSource;
  everyMinutes: number;
}

/**
 * A Lambda that EventBridge starts at a fixed rate; what it may do with the table is granted by whoever makes it. An event that
 * could not be delivered and a run that failed after its retries both end in one dead-letter queue, where they stay for two weeks.
 */
export class ScheduledFunction extends ServiceFunction {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: ScheduledFunctionProps) {
    const { reservedConcurrency } = props.config;
    super(scope, id, {
      ...props,
      code: props.code(props.bundle),
      // One does the work of all.
      reservedConcurrency: reservedConcurrency > 0 ? 1 : 0,
    });
    this.deadLetters = deadLetterQueue(this);
    // A run that is late is worth nothing: the next one does the same work.
    const maxEventAge = Duration.minutes(props.everyMinutes);
    this.lambda.configureAsyncInvoke({
      onFailure: new SqsDestination(this.deadLetters),
      retryAttempts: 1,
      maxEventAge,
    });
    new Rule(this, 'Rule', {
      description: props.description,
      schedule: Schedule.rate(Duration.minutes(props.everyMinutes)),
      targets: [new LambdaTarget(this.lambda, { deadLetterQueue: this.deadLetters, retryAttempts: 1, maxEventAge })],
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination is that queue; its message holds the error as well as the event.',
    });
  }
}
