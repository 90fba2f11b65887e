import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { reservedForSchedule } from '#infra/concurrency.ts';
import { addOwnQueue } from './own-queue.ts';
import { type CodeSource, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** Properties of a function that runs at a fixed rate and shares its work out. */
export interface ScheduledFunctionProps extends Omit<ServiceFunctionProps, 'code'> {
  /** Name of the bundle. */
  bundle: string;
  code: CodeSource;
  everyMinutes: number;
  /** Whether EventBridge starts it; true by default. */
  isStarted?: boolean;
  /** Calls at the same time that carry out the work of its queue. */
  maxConcurrency: number;
  /** Where undelivered events, failed runs and failed messages end. */
  deadLetters: Queue;
}

/** A call carries out five messages side by side: most of their time is waiting for the table. */
const batchSize = 5;

/**
 * A Lambda that EventBridge starts at a fixed rate, and that its own queue calls with the work that it has put there. The
 * caller grants its rights to the table.
 */
export class ScheduledFunction extends ServiceFunction {
  readonly queue: Queue;

  constructor(
    scope: Construct,
    id: string,
    { maxConcurrency, deadLetters, isStarted = true, ...props }: ScheduledFunctionProps,
  ) {
    const reservedConcurrency = reservedForSchedule(props.config.reservedConcurrency);
    super(scope, id, { ...props, code: props.code(props.bundle), reservedConcurrency });
    this.queue = addOwnQueue(this, {
      maxConcurrency: reservedConcurrency === 0 ? maxConcurrency : Math.min(maxConcurrency, reservedConcurrency),
      batchSize,
      visibilitySeconds: props.timeoutSeconds + 15,
      deadLetters,
    });
    // A late run is useless, because the next one does the same work.
    const maxEventAge = Duration.minutes(props.everyMinutes);
    this.lambda.configureAsyncInvoke({ onFailure: new SqsDestination(deadLetters), retryAttempts: 1, maxEventAge });
    new Rule(this, 'Rule', {
      description: props.description,
      schedule: Schedule.rate(Duration.minutes(props.everyMinutes)),
      enabled: isStarted,
      targets: [new LambdaTarget(this.lambda, { deadLetterQueue: deadLetters, retryAttempts: 1, maxEventAge })],
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination is that queue; its message contains the error and the event.',
    });
  }
}
