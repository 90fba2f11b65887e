import * as z from 'zod';
import { isTimeZone } from '#shared/kernel/rules/calendar.ts';
import { usernamePattern } from '#shared/kernel/rules/ids.ts';
import { STORED_FORMS } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { parseGroupRoles } from '#shared/people/rules/group-roles.ts';
import { isDomainOrNone, isSecure } from '#shared/people/sign-in/provider-config.ts';
import { reservedElsewhere, unreservable } from './concurrency.ts';

/** The retention periods that CloudWatch accepts for a log group, in days. */
const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1827, 3653] as const;

/** The command line passes context as text, so `true` and `false` are accepted as text too. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** A number, or its text as the command line passes it. An empty text is an error, not 0. */
const written = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ],
  { error: 'is not a number' },
);
const number = (allowed: z.ZodNumber) => written.pipe(allowed);
const whole = z.number().int();

/** A quota of a project; 0 means no quota. */
const quota = z.union([z.literal('none').transform(() => 0), number(whole.min(0))]);

/** The ARN of a resource of one service, or an empty text. */
const arn = (service: string) => z.union([z.literal(''), z.string().regex(new RegExp(`^arn:aws[\\w-]*:${service}:`))]);

/** 0, or more than a new table admits. */
const warmUnits = (ofNew: number) =>
  number(whole.refine((units) => units === 0 || units >= ofNew, { error: `is neither 0 nor ${ofNew} or more` }));

export const settingsSchema = z.strictObject({
  /** The table and its secrets survive the deletion of their stack, and the table refuses deletion. */
  protectData: flag,
  /**
   * Units per second that the table and each index admit before DynamoDB has seen any traffic; 0 for the default of a
   * new table. The value can be raised but not lowered, and each rise is paid for once.
   */
  warmReadUnitsPerSecond: warmUnits(12_000),
  warmWriteUnitsPerSecond: warmUnits(4_000),
  /**
   * ARN of the stream of an existing table, such as a restored one, which the service uses instead of the table that the
   * stack `data` makes (rule DEPLOY-50); empty for the latter. The table's name and ARN follow from it.
   */
  tableStreamArn: z
    .string()
    .regex(/^$|^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/[\d:.T-]+$/, {
      error: "is neither empty nor the ARN of a table's stream",
    }),
  /** Generates the secret header that identifies requests from the distribution (rule DEPLOY-3). */
  originHeader: flag,
  /**
   * Version ids of the header's secret: the one that the distribution sends and, after a comma, the previous one, which
   * the functions still accept during a change. Empty for the newest, as in a first deployment.
   */
  originSecretVersions: z.string().regex(/^$|^[\w-]{32,64}(,[\w-]{32,64})?$/, {
    error: 'is neither empty nor one or two ids of versions, separated by a comma',
  }),
  logRetentionDays: number(
    z.number().refine((days) => (retentionDays as readonly number[]).includes(days), {
      error: `is not one of ${retentionDays.join(', ')}`,
    }),
  ),
  /**
   * Concurrency reserved for each stream consumer, for the sweep and for the deliveries, which is also their maximum; 0
   * for none. Lambda refuses a reservation that leaves fewer than 100 for all other functions, which is the case in a new
   * account.
   */
  reservedConcurrency: number(whole.min(0).max(1000)),
  /**
   * Days for which AWS Backup keeps the copy of each week; nightly copies are kept for a week at most. 0 for no copies.
   */
  backupDays: number(whole.min(0).max(36_500)),
  /** ARN of an AWS Backup vault in another account or region that receives a second copy; empty for none. */
  backupCopyVaultArn: arn('backup'),
  /**
   * `released` writes items as the last release reads them, for deployments over that release (rule STORE-13); `present`
   * writes the newest forms.
   */
  storedForms: z.enum(STORED_FORMS),
  /** `ten-percent` sends a tenth of the requests to a new version of the most used functions for five minutes. */
  canary: z.enum(['none', 'ten-percent']),
  /**
   * Raised after the stack `service` was deleted and deployed again. The new stack has another address and other
   * functions, and a template that refers to them must change to be updated (rule DEPLOY-16).
   */
  serviceGeneration: number(whole.min(1)),
  /** GitHub repository, `owner/name`, whose workflows may deploy this environment (rule DEPLOY-19); empty for none. */
  githubRepository: z.string().regex(/^$|^[\w.-]+\/[\w.-]+$/, { error: "is neither empty nor 'owner/name'" }),
  /** Lowest level that functions log. */
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  /**
   * Share of responses that functions check against their schema, 0 to 1; an emulator checks all of them (rule API-7).
   */
  responseCheckShare: number(z.number().min(0).max(1)),
  /**
   * ARN, in the deployment's region, of a version of the layer of the AWS Distro for OpenTelemetry for JavaScript, by which
   * functions and runs are traced (rule DEPLOY-57); empty for no tracing.
   */
  tracingLayerArn: z.string().regex(/^$|^arn:aws[\w-]*:lambda:[\w-]+:\d{12}:layer:[\w-]+:\d+$/, {
    error: 'is neither empty nor the ARN of a version of a layer',
  }),
  /** Processor architecture of the functions. */
  architecture: z.enum(['arm64', 'x86_64']),
  /** Memory of a function. Lambda allots CPU in proportion to it. */
  memorySizeMegabytes: number(whole.min(128).max(10_240)),
  /** Requests per second that the gateway admits, over all callers. */
  throttleRatePerSecond: number(z.number().positive()),
  /** Requests that the gateway admits in a burst above that rate. */
  throttleBurst: number(whole.positive()),
  /** Username of the first system administrator (rule AUTH-12). */
  adminUsername: z.string().regex(usernamePattern, { error: 'is not a username (rule ID-3)' }),
  /** Proxies before the gateway whose `X-Forwarded-For` is trusted: addresses and networks, separated by commas. */
  trustedProxies: z.string().regex(/^[0-9a-fA-F.:/, ]*$/),
  /** Time zone of calendar dates, an IANA name (rule TIME-3). */
  calendarTimeZone: z.string().refine(isTimeZone, { error: 'is not an IANA time zone' }),
  /** Whether webhooks, chats and people are sent what is due to them. A copy of another environment sends nothing. */
  deliveries: flag,
  /** Sender address of e-mails, of an identity verified in SES; empty to send none (rule MAIL-5). */
  emailSender: z.union([z.literal(''), z.email()]),
  /** Address of the web application; empty until it is known. Reading it from a stack would create a cycle. */
  publicUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** Name of this cell, if projects are divided among several (rule CELL-3); `home` keeps the accounts. Empty for the only one. */
  cell: z.string().regex(/^([a-z][a-z0-9-]{0,19})?$/, {
    error: 'is neither empty nor a name of up to 20 lower-case letters, digits and hyphens',
  }),
  /** ARN in us-east-1 of a certificate for the host of `publicUrl`; empty for CloudFront's own name. */
  certificateArn: arn('acm'),
  /**
   * Id of the Route 53 hosted zone that receives the certificate and records of the host of `publicUrl`; empty for
   * none.
   */
  hostedZoneId: z.string().regex(/^$|^Z[A-Z0-9]{5,31}$/, { error: 'is neither empty nor the id of a hosted zone' }),
  /** Allows people to sign in with a username and a password (rule AUTH-36). */
  passwordSignIn: flag,
  /**
   * Issuer of the identity provider (rule AUTH-37); empty for none. The settings that start with `oidc` configure it.
   */
  oidcIssuer: z.union([z.literal(''), z.url().refine(isSecure, { error: 'begins with no https://' })]),
  oidcClientId: z.string(),
  /** ARN of the secret in Secrets Manager that holds the client secret as text; empty for a client without one. */
  oidcClientSecretArn: arn('secretsmanager'),
  /** Name of the provider on the login page; empty for its host. */
  oidcName: z.string().max(40),
  oidcScopes: z.string(),
  oidcUsernameClaim: z.string(),
  oidcGroupsClaim: z.string(),
  /** Groups that may sign in, separated by commas; empty for everyone whom the provider knows. */
  oidcAllowedGroups: z.string(),
  /** E-mail domains of which a new user must have one (rule AUTH-42), separated by commas; empty for any. */
  oidcAllowedDomains: z.string().refine((text) => text.split(',').every((part) => isDomainOrNone(part)), {
    error: 'has a part that is not a domain such as lab.example',
  }),
  /** Roles by group, as a list or as its JSON (rules AUTH-34 and AUTH-35). */
  oidcGroupRoles: z
    .union([z.string(), z.array(z.unknown()).transform((rules) => JSON.stringify(rules))])
    .superRefine((text, context) => {
      try {
        parseGroupRoles(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      }
    }),
  /** Links a first sign-in to the existing user of the same name, if there is one. */
  oidcLinkByUsername: flag,
  /**
   * Whether functions of the API have the table by sessions that reach one project (rule AUTH-44). One session for each project and
   * container costs a call of AWS STS in the first request.
   */
  isolateProjects: flag,
  /** `none` deploys no alarms, since each metric of an alarm costs money. The dashboard shows the same metrics. */
  alarms: z.enum(['none', 'all']),
  /** ARN of the SNS topic that receives alarms; empty to only show them. */
  alarmTopicArn: arn('sns'),
  /** E-mail address that receives alarms through a topic made for it; empty for none. */
  alarmEmail: z.union([z.literal(''), z.email()]),
  /** Dollars a month above which `alarmEmail` is told of the costs of the environment; 0 for no budget. */
  monthlyBudgetDollars: number(z.number().min(0)),
  /**
   * Requests from one address in five minutes above which the firewall acts, except for those counted below; 0 for no
   * firewall. A laboratory often shares one address: 40,000 requests are fifty people who each watch a run at 2.4
   * requests a second.
   */
  firewallRequestsPerFiveMinutes: number(
    whole.refine((requests) => requests === 0 || requests >= 10, { error: 'is neither 0 nor 10 or more' }),
  ),
  /** The same limit for worker requests (`/api/workers/`), which browsers must not use up. */
  firewallWorkerRequestsPerFiveMinutes: number(whole.min(10)),
  /** The same limit for logins and passwords (`/api/auth/`), which also count towards the first limit. */
  firewallAuthRequestsPerFiveMinutes: number(whole.min(10)),
  /** Whether the firewall refuses requests above a limit or only counts them. */
  firewallMode: z.enum(['count', 'block']),
  /**
   * `managed` deploys an OpenSearch domain. With `none`, searches read the table within bounds, or use
   * `openSearchEndpoint`.
   */
  search: z.enum(['none', 'managed']),
  /** Nodes of that domain: one, or three in three zones. */
  searchLayout: z.enum(['single', 'multi-az']),
  /** Address of an external OpenSearch that needs no signed requests; empty for none. */
  openSearchEndpoint: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** Days until raw data moves to an infrequent-access class; 0 for never, else a value that S3 accepts. */
  rawDataColdDays: number(whole.refine((days) => days === 0 || days >= 30, { error: 'is neither 0 nor 30 or more' })),
  /** Days until raw data is deleted; 0 for never. */
  rawDataExpiryDays: number(whole.min(0)),
  /** Days until figures move to an archive class that is read at once; 0 for never. */
  figuresColdDays: number(whole.min(0)),
  /** Whole months before the present one whose task results stay in the table (rule TASK-18); 0 for all. */
  resultsKeptMonths: number(whole.min(0)),
  /** Bytes of files per project (rule PROJ-20); 0 or `none` for no quota. */
  projectFileBytes: quota,
  /** Rows per project; 0 or `none` for no quota. */
  projectRows: quota,
  /** Read units a second that the table admits, of which each project may use a share; 0 for no limit of reads. */
  tableReadUnitsPerSecond: number(z.number().min(0)),
  /** The same for write units. */
  tableWriteUnitsPerSecond: number(z.number().min(0)),
  /** Share of the table that one project may use (rule LIMIT-2). */
  projectShare: number(z.number().min(0).max(1)),
  /** Share of a project's limits that one user may use. */
  userShare: number(z.number().min(0).max(1)),
  /** Starts of runs in a project per minute; 0 for no limit, as for the following. */
  projectStartsPerMinute: number(z.number().min(0)),
  /** Bytes of uploads in a project per second. */
  projectUploadBytesPerSecond: number(z.number().min(0)),
  /** Exports and archives of figures in a project per hour. */
  projectExportsPerHour: number(z.number().min(0)),
  /** Requests without a token from one address per second. */
  addressRequestsPerSecond: number(z.number().min(0)),
  /**
   * Lambda's quota of concurrent executions of the account and region, from which the ceiling of running slices follows
   * (rule LIMIT-9); 0 if it is unknown, for no ceiling.
   */
  concurrencyQuota: number(whole.min(0)),
});

/** Refuses settings that are valid alone but contradict each other. */
export const consistentSchema = settingsSchema
  .refine(({ alarms, alarmTopicArn, alarmEmail }) => alarms === 'all' || (alarmTopicArn === '' && alarmEmail === ''), {
    path: ['alarms'],
    error: "is 'none', so no alarm can be sent",
  })
  .refine(({ alarmTopicArn, alarmEmail }) => alarmTopicArn === '' || alarmEmail === '', {
    path: ['alarmEmail'],
    error: 'cannot be combined with alarmTopicArn: subscribe to that topic',
  })
  .refine(({ oidcIssuer, publicUrl }) => oidcIssuer === '' || publicUrl !== '', {
    path: ['oidcIssuer'],
    error: 'needs a publicUrl, to which the provider redirects',
  })
  .refine(({ oidcIssuer, oidcClientId }) => (oidcIssuer === '') === (oidcClientId === ''), {
    path: ['oidcClientId'],
    error: 'and oidcIssuer are given together',
  })
  .refine(({ oidcIssuer, passwordSignIn }) => oidcIssuer !== '' || passwordSignIn, {
    path: ['passwordSignIn'],
    error: 'is false without an oidcIssuer, so no one could sign in',
  })
  .refine(({ certificateArn, publicUrl }) => certificateArn === '' || publicUrl.startsWith('https://'), {
    path: ['certificateArn'],
    error: 'needs a publicUrl that begins with https://',
  })
  .refine(({ hostedZoneId, publicUrl }) => hostedZoneId === '' || publicUrl.startsWith('https://'), {
    path: ['hostedZoneId'],
    error: 'needs a publicUrl that begins with https://',
  })
  .refine(({ hostedZoneId, certificateArn }) => hostedZoneId === '' || certificateArn === '', {
    path: ['certificateArn'],
    error: 'cannot be combined with hostedZoneId, which makes a certificate',
  })
  .refine(({ backupDays, backupCopyVaultArn }) => backupCopyVaultArn === '' || backupDays > 0, {
    path: ['backupCopyVaultArn'],
    error: 'needs backupDays',
  })
  .refine(({ search, openSearchEndpoint }) => search === 'none' || openSearchEndpoint === '', {
    path: ['openSearchEndpoint'],
    error: "cannot be combined with search 'managed'",
  })
  .refine(({ rawDataColdDays, rawDataExpiryDays }) => rawDataExpiryDays === 0 || rawDataExpiryDays > rawDataColdDays, {
    path: ['rawDataExpiryDays'],
    error: 'is not after rawDataColdDays',
  })
  .refine(
    (settings) =>
      settings.concurrencyQuota === 0 ||
      reservedElsewhere(settings) <= Math.max(0, settings.concurrencyQuota - unreservable),
    {
      path: ['reservedConcurrency'],
      error: 'leaves fewer than 100 of concurrencyQuota, which Lambda refuses',
    },
  );

/** The settings that an environment may override. */
export type DeploymentSettings = z.output<typeof settingsSchema>;
