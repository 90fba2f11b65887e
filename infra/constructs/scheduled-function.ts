import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { deadLetterQueue } from './dead-letters.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** Properties of a function that runs at a fixed rate. */
export interface ScheduledFunctionProps extends Omit<ServiceFunctionProps, 'code'> {
  /** Name of the bundle. */
  bundle: string;
  code: CodeSource;
  everyMinutes: number;
}

/**
 * A Lambda that EventBridge starts at a fixed rate. The caller grants its rights to the table. An undelivered event and
 * a run that failed after its retries both go to one dead-letter queue for two weeks.
 */
export class ScheduledFunction extends ServiceFunction {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: ScheduledFunctionProps) {
    const { reservedConcurrency } = props.config;
    super(scope, id, {
      ...props,
      code: props.code(props.bundle),
      // One instance does all the work.
      reservedConcurrency: reservedConcurrency > 0 ? 1 : 0,
    });
    this.deadLetters = deadLetterQueue(this);
    // A late run is useless, because the next one does the same work.
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
      reason: 'The failure destination is that queue; its message contains the error and the event.',
    });
  }
}
