/**
 * Settings that differ between deployments (rule DEPLOY-3). Each environment has the defaults below. The context
 * `environments.<name>` in cdk.json overrides them, and `-c name=value` on the command line overrides both. `-c
 * environment=dev|prod|local` selects the environment; the default is `dev`.
 */
import { suggestion } from '#shared/kernel/rules/suggest.ts';
import type { LimitSettings } from '#shared/limits/rules/limits.ts';
import { consistentSchema, type DeploymentSettings, settingsSchema } from './settings.ts';

export const environmentNames = ['dev', 'prod', 'local'] as const;

/**
 * `dev` is small and disposable, `prod` is protected, and `local` has what an AWS emulator on this machine supports.
 */
type EnvironmentName = (typeof environmentNames)[number];

/** The limits of callers that the settings mean. */
export const limitSettings = (settings: DeploymentSettings): LimitSettings => ({
  tableReadUnits: settings.tableReadUnitsPerSecond,
  tableWriteUnits: settings.tableWriteUnitsPerSecond,
  projectShare: settings.projectShare,
  userShare: settings.userShare,
  startsPerMinute: settings.projectStartsPerMinute,
  uploadBytesPerSecond: settings.projectUploadBytesPerSecond,
  exportsPerHour: settings.projectExportsPerHour,
  addressRequestsPerSecond: settings.addressRequestsPerSecond,
});

/**
 * @throws Error that names the first unknown word and the nearest known one.
 */
function refuseUnknown(what: string, words: readonly string[], known: readonly string[]): void {
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw new Error(`${what} '${unknown}'${suggestion(unknown, known)}`);
}

/** The complete configuration of the stacks. */
export interface DeploymentConfig extends DeploymentSettings {
  environment: EnvironmentName;
  /** Account and region. Without them the templates fit any account and region. */
  account: string | undefined;
  region: string | undefined;
}

const dev: DeploymentSettings = {
  protectData: false,
  warmReadUnitsPerSecond: 0,
  warmWriteUnitsPerSecond: 0,
  tableStreamArn: '',
  originHeader: false,
  originSecretVersions: '',
  serviceGeneration: 1,
  githubRepository: '',
  logRetentionDays: 14,
  logLevel: 'INFO',
  responseCheckShare: 1,
  tracingLayerArn: '',
  architecture: 'arm64',
  memorySizeMegabytes: 1024,
  throttleRatePerSecond: 50,
  throttleBurst: 100,
  adminUsername: 'admin',
  trustedProxies: '',
  calendarTimeZone: 'Asia/Tokyo',
  deliveries: true,
  emailSender: '',
  publicUrl: '',
  cell: '',
  certificateArn: '',
  hostedZoneId: '',
  passwordSignIn: true,
  oidcIssuer: '',
  oidcClientId: '',
  oidcClientSecretArn: '',
  oidcName: '',
  oidcScopes: 'openid profile email',
  oidcUsernameClaim: 'preferred_username',
  oidcGroupsClaim: 'groups',
  oidcAllowedGroups: '',
  oidcAllowedDomains: '',
  oidcGroupRoles: '',
  oidcLinkByUsername: false,
  reservedConcurrency: 0,
  backupDays: 0,
  backupCopyVaultArn: '',
  storedForms: 'present',
  canary: 'none',
  isolateProjects: false,
  alarms: 'none',
  alarmTopicArn: '',
  alarmEmail: '',
  monthlyBudgetDollars: 50,
  firewallRequestsPerFiveMinutes: 0,
  firewallWorkerRequestsPerFiveMinutes: 20_000,
  firewallAuthRequestsPerFiveMinutes: 3_000,
  firewallMode: 'count',
  search: 'none',
  searchLayout: 'single',
  openSearchEndpoint: '',
  rawDataColdDays: 0,
  rawDataExpiryDays: 30,
  figuresColdDays: 0,
  resultsKeptMonths: 0,
  projectFileBytes: 50_000_000_000,
  projectRows: 20_000_000,
  tableReadUnitsPerSecond: 12_000,
  tableWriteUnitsPerSecond: 4_000,
  projectShare: 0.1,
  userShare: 0.5,
  projectStartsPerMinute: 60,
  projectUploadBytesPerSecond: 50_000_000,
  projectExportsPerHour: 120,
  addressRequestsPerSecond: 20,
  concurrencyQuota: 0,
};

const defaults: Record<EnvironmentName, DeploymentSettings> = {
  dev,
  prod: {
    ...dev,
    protectData: true,
    originHeader: true,
    logRetentionDays: 180,
    responseCheckShare: 0.01,
    throttleRatePerSecond: 500,
    throttleBurst: 1000,
    alarms: 'all',
    storedForms: 'released',
    canary: 'ten-percent',
    isolateProjects: true,
    backupDays: 35,
    firewallMode: 'block',
    searchLayout: 'multi-az',
    rawDataColdDays: 30,
    rawDataExpiryDays: 0,
    figuresColdDays: 90,
  },
  local: { ...dev, logRetentionDays: 1, logLevel: 'DEBUG' },
};

/** Name of the search domain of an environment, where `search` is `managed`. */
export const searchDomainName = (environment: EnvironmentName): string => `fiducial-${environment}`;

/** CDK context by its keys, from cdk.json and the command line. */
export type DeploymentContext = Readonly<Record<string, unknown>>;

/** Context keys that are not settings: the two that select settings, and one that the CDK CLI reads. */
const otherKeys = ['environment', 'environments', 'cli-telemetry'];

/** Keys of CDK itself: feature flags, arguments of its CLI, and cached look-ups. */
const isOfCdk = (key: string): boolean => /^(?:@aws-cdk|aws-cdk:|aws:cdk:)|^[\w-]+:account=/.test(key);

/**
 * Returns the configuration of the chosen environment.
 * @param context such as `app.node.getAllContext()`.
 * @param env account and region as the CDK CLI passes them.
 * @throws Error that names the environment or setting that is unknown or malformed.
 */
export function loadDeploymentConfig(
  context: DeploymentContext,
  env: Record<string, string | undefined> = process.env,
): DeploymentConfig {
  const requested = context.environment ?? 'dev';
  const environment = environmentNames.find((name) => name === requested);
  if (!environment) throw new Error(`Unknown environment '${requested}': one of ${environmentNames.join(', ')}`);
  const settings = Object.keys(settingsSchema.shape);
  refuseUnknown(
    'Unknown setting',
    Object.keys(context).filter((key) => !isOfCdk(key)),
    [...settings, ...otherKeys],
  );
  const environments = (context.environments ?? {}) as Record<string, object>;
  refuseUnknown('cdk.json: unknown environment', Object.keys(environments), environmentNames);
  for (const [name, given] of Object.entries(environments))
    refuseUnknown(`cdk.json: environment '${name}' has an unknown setting`, Object.keys(given), settings);
  const fromFile = environments[environment] ?? {};
  const fromCommandLine = Object.fromEntries(
    settings.flatMap((key) => (context[key] === undefined ? [] : [[key, context[key]]])),
  );
  const parsed = consistentSchema.safeParse({ ...defaults[environment], ...fromFile, ...fromCommandLine });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Configuration of environment '${environment}': ${problems.join('; ')}`);
  }
  return {
    ...parsed.data,
    environment,
    account: env.CDK_DEFAULT_ACCOUNT || undefined,
    region: env.CDK_DEFAULT_REGION || undefined,
  };
}
