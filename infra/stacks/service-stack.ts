import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type DeploymentConfig, limitSettings } from '#infra/config.ts';
import { CanaryRelease, canaryGroups } from '#infra/constructs/canary-release.ts';
import { deadLetterQueue } from '#infra/constructs/dead-letters.ts';
import { FlowRun } from '#infra/constructs/flow-run.ts';
import { FlowSchedules } from '#infra/constructs/flow-schedules.ts';
import { FormerApi } from '#infra/constructs/former-api.ts';
import { GroupFunction } from '#infra/constructs/group-function.ts';
import { HttpApi } from '#infra/constructs/http-api.ts';
import { MakerFunction } from '#infra/constructs/maker-function.ts';
import { ProjectRoles } from '#infra/constructs/project-roles.ts';
import { ScheduledFunction } from '#infra/constructs/scheduled-function.ts';
import type { CodeSource } from '#infra/constructs/service-function.ts';
import { StreamFunction } from '#infra/constructs/stream-function.ts';
import { allowEmail } from '#infra/email-access.ts';
import { allowFlowRuns } from '#infra/flow-run-access.ts';
import { byGroup, functionUnits, type Grouping, type OperationRoute } from '#infra/function-units.ts';
import { allowSearch, type SearchTarget } from '#infra/search-access.ts';
import { deliveryTimeoutSeconds, sweepTimeoutSeconds } from '#shared/kernel/rules/sweep-seconds.ts';
import { consumerFunction, streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import type { LimitSettings } from '#shared/limits/rules/limits.ts';
import type { DataStack } from './data-stack.ts';

/** What the service needs besides its configuration. */
export interface ServiceStackProps extends StackProps {
  data: DataStack;
  code: CodeSource;
  /** Where notes are searched; without it the table is read instead. */
  search: SearchTarget | undefined;
  /** Maps routes to functions; one per group by default. */
  grouping?: Grouping;
  /** Operations to serve; those of the registry by default. */
  routes?: readonly OperationRoute[];
}

/**
 * The stateless part: the API with a function per group, the state machine of runs, schedules, and the sweep (rule
 * DEPLOY-1).
 */
export class ServiceStack extends Stack {
  readonly api: HttpApi;
  /** The API functions with their unit names. */
  readonly functions: readonly { name: string; lambda: LambdaFunction }[];
  readonly flowRun: FlowRun;
  readonly schedules: FlowSchedules;
  readonly sweep: ScheduledFunction;
  readonly deliver: ScheduledFunction;
  /** What the sweep and the deliveries gave up, by project in each message. */
  readonly workDeadLetters: Queue;
  /** Requests for archives and exports that were given up. */
  readonly makerDeadLetters: Queue;
  readonly archives: MakerFunction;
  readonly exports: MakerFunction;
  /** The stream consumers with their function names. */
  readonly consumers: readonly { name: string; stream: StreamFunction }[];

  constructor(scope: Construct, id: string, config: DeploymentConfig, props: ServiceStackProps) {
    super(scope, id, props);
    const { code, data } = props;
    const environment = functionEnvironment(config, data);
    // Resolved at deployment, so that a function can compare the header without a right to read the secret.
    const [originSecret = '', previous] = data.originSecrets;
    const origin = {
      ORIGIN_SECRET: originSecret,
      ...(previous === undefined ? {} : { ORIGIN_SECRET_PREVIOUS: previous }),
    };
    const functions = functionUnits(props.grouping ?? byGroup, props.routes).map((unit) => ({
      unit,
      fn: new GroupFunction(this, unit.name, {
        unit,
        config,
        code,
        environment: { ...environment, ...origin },
        table: data.table,
        artifacts: data.artifacts,
        secret: data.secret,
        search: props.search,
      }),
    }));
    if (config.isolateProjects) {
      const projects = new ProjectRoles(this, 'Projects', data.table);
      for (const { unit, fn } of functions) if (unit.inProjects) projects.allow(fn, unit);
    }
    this.functions = functions.map(({ unit, fn }) => ({ name: unit.name, lambda: fn.lambda }));
    const canary = config.canary === 'none' ? undefined : new CanaryRelease(this, 'Canary');
    const units = functions.map(({ unit, fn: { lambda } }) => {
      const isTried = canary && canaryGroups.some((name) => name === unit.name);
      return {
        unit,
        ...(isTried ? canary.aliasOf(unit.name, lambda) : { lambda: lambda as IFunction, arn: lambda.functionArn }),
      };
    });
    this.api = new HttpApi(this, 'HttpApi', { config, functions: units });
    new FormerApi(this, 'Api', { config, functions: units, to: this.api });
    canary?.watch(this.api);
    this.flowRun = new FlowRun(this, 'FlowRun', {
      config,
      code,
      environment,
      table: data.table,
      artifacts: data.artifacts,
    });
    this.schedules = new FlowSchedules(this, 'Schedules', { config, code, environment, table: data.table });
    for (const { unit, fn } of functions) if (unit.group === 'schedules') this.schedules.allow(fn);
    this.workDeadLetters = deadLetterQueue(new Construct(this, 'Work'), { ofQueues: true });
    const clocked = { config, code, environment, deadLetters: this.workDeadLetters };
    this.sweep = new ScheduledFunction(this, 'Sweep', {
      ...clocked,
      bundle: 'sweep',
      description: 'Resumes interrupted imports and deletions, and settles runs that died',
      everyMinutes: 5,
      // Shorter than the interval, so that sweeps do not overlap.
      timeoutSeconds: sweepTimeoutSeconds,
      maxConcurrency: 50,
    });
    // The sweep completes imports of projects.
    data.table.grantReadWrite(this.sweep.role, { systemAudit: true });
    this.deliver = new ScheduledFunction(this, 'Deliver', {
      ...clocked,
      bundle: 'deliver',
      description: 'Sends notifications to webhooks and chats of projects, and to people by e-mail',
      everyMinutes: 1,
      isStarted: config.deliveries,
      timeoutSeconds: deliveryTimeoutSeconds,
      maxConcurrency: 20,
    });
    data.table.grantRead(this.deliver.role);
    data.table.grantNotingDeliveries(this.deliver.role);
    data.table.grantLimits(this.deliver.role);
    allowEmail(this.deliver, config);
    allowFlowRuns(this.sweep, config, ['start', 'describe', 'fail-token', 'complete-token']);
    this.schedules.allow(this.sweep);
    data.artifacts.allow(this.sweep, ['purge', 'keep-results', 'return-results']);
    this.makerDeadLetters = deadLetterQueue(new Construct(this, 'Makers'));
    const making = { config, code, environment, artifacts: data.artifacts, deadLetters: this.makerDeadLetters };
    this.archives = new MakerFunction(this, 'MakeArchive', {
      ...making,
      bundle: 'make-archive',
      description: 'Archives: packs figures that are too large for one response',
      requests: 'downloads/*.request.json',
      asksFor: 'An archive of figures was asked for',
      uses: ['pack', 'download', 'abandon'],
    });
    this.exports = new MakerFunction(this, 'MakeExport', {
      ...making,
      bundle: 'make-export',
      description: 'Exports: writes samples and task results to a file',
      requests: 'downloads/*.export.json',
      asksFor: 'An export of rows was asked for',
      uses: ['resume', 'download', 'abandon'],
    });
    data.table.grantTransactions(this.exports.role);
    this.consumers = this.makeConsumers(config, environment, props);
    new CfnOutput(this, 'ApiId', { value: this.api.gateway.apiId });
    new CfnOutput(this, 'ApiUrl', { value: this.apiUrl });
  }

  /** Creates one function per consumer. The search consumer exists only with an index. */
  private makeConsumers(
    config: DeploymentConfig,
    environment: Record<string, string>,
    { code, data, search }: ServiceStackProps,
  ): ServiceStack['consumers'] {
    const deployed = streamConsumers.filter(({ name }) => name !== 'search' || search);
    return deployed.map((consumer) => {
      const name = consumerFunction(consumer);
      const stream = new StreamFunction(this, name, { consumer, config, environment, code, table: data.table });
      if (consumer.name === 'search' && search) allowSearch(stream, search, 'index');
      if (consumer.name === 'project') data.table.grantTransactions(stream.role);
      return { name, stream };
    });
  }

  /** The gateway's own URL, without a trailing slash. */
  get apiUrl(): string {
    return this.api.gateway.apiEndpoint;
  }
}

/** The environment variables that `shared/kernel/config.ts` reads in every function. */
function functionEnvironment(config: DeploymentConfig, data: DataStack): Record<string, string> {
  return {
    ENVIRONMENT: config.environment,
    TABLE_NAME: data.table.table.tableName,
    SERVICE_ADMIN_USERNAME: config.adminUsername,
    CALENDAR_TIMEZONE: config.calendarTimeZone,
    TRUSTED_PROXIES: config.trustedProxies,
    PUBLIC_URL: config.publicUrl,
    CELL: config.cell,
    EMAIL_SENDER: config.emailSender,
    LOG_LEVEL: config.logLevel,
    STORED_FORMS: config.storedForms,
    RESPONSE_CHECK_SHARE: String(config.responseCheckShare),
    PROJECT_FILE_BYTES: String(config.projectFileBytes),
    PROJECT_ROWS: String(config.projectRows),
    RESULTS_KEPT_MONTHS: String(config.resultsKeptMonths),
    ...limitVariables(limitSettings(config)),
    // An emulator is for finding errors, so it refuses a response that does not match its schema.
    ...(config.environment === 'local' ? { STRICT_RESPONSES: 'true' } : {}),
  };
}

const limitVariables = (limits: LimitSettings): Record<string, string> => ({
  LIMIT_TABLE_READ_UNITS: String(limits.tableReadUnits),
  LIMIT_TABLE_WRITE_UNITS: String(limits.tableWriteUnits),
  LIMIT_PROJECT_SHARE: String(limits.projectShare),
  LIMIT_USER_SHARE: String(limits.userShare),
  LIMIT_STARTS_PER_MINUTE: String(limits.startsPerMinute),
  LIMIT_UPLOAD_BYTES_PER_SECOND: String(limits.uploadBytesPerSecond),
  LIMIT_EXPORTS_PER_HOUR: String(limits.exportsPerHour),
  LIMIT_ADDRESS_REQUESTS_PER_SECOND: String(limits.addressRequestsPerSecond),
});
