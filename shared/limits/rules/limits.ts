import type { Bucket } from './bucket.ts';

/** The limits of each caller (docs/decisions/0057, rules LIMIT-1 to LIMIT-9). */

/** What the owner of a deployment sets; 0 means no limit. */
export interface LimitSettings {
  /** Read units a second that the table admits. */
  tableReadUnits: number;
  /** Write units a second that the table admits. */
  tableWriteUnits: number;
  /** Share of the table that one project may use, 0 to 1. */
  projectShare: number;
  /** Share of a project's limits that one user may use, 0 to 1. */
  userShare: number;
  /** Starts of runs in a project per minute. */
  startsPerMinute: number;
  /** Bytes of uploads in a project per second. */
  uploadBytesPerSecond: number;
  /** Exports and archives in a project per hour. */
  exportsPerHour: number;
  /** Requests without a token from one address per second. */
  addressRequestsPerSecond: number;
}

/** Whom a limit counts. */
export type LimitOwner = 'user' | 'project' | 'address';

/** What a limit counts. */
export type LimitKind = 'reads' | 'writes' | 'starts' | 'uploads' | 'exports' | 'requests';

export interface Limit {
  owner: LimitOwner;
  kind: LimitKind;
  bucket: Bucket;
  /** Tokens that a process takes at once and gives out by itself; 0 where each request takes exactly what it needs. */
  lease: number;
}

/** The name in error messages and headers. */
export type LimitName = `${LimitOwner}-${LimitKind}`;

export const nameOf = ({ owner, kind }: Pick<Limit, 'owner' | 'kind'>): LimitName => `${owner}-${kind}`;

/** Units as the headers and messages name them. */
export const unitOf: Readonly<Record<LimitKind, string>> = {
  reads: 'read-units',
  writes: 'write-units',
  starts: 'runs',
  uploads: 'content-bytes',
  exports: 'exports',
  requests: 'requests',
};

/** Seconds of its rate that a bucket holds. */
const burstSeconds: Readonly<Record<LimitKind, number>> = {
  reads: 10,
  writes: 10,
  starts: 60,
  uploads: 60,
  exports: 900,
  requests: 10,
};

/** A process takes this part of a bucket at once. */
const leasesPerBucket: Partial<Record<LimitKind, number>> = { reads: 30, writes: 30, requests: 10 };

/** All limits that the settings define. */
export function limitsOf(settings: LimitSettings): Limit[] {
  const { projectShare, userShare } = settings;
  const perSecond: readonly (readonly [LimitKind, number])[] = [
    ['reads', settings.tableReadUnits * projectShare],
    ['writes', settings.tableWriteUnits * projectShare],
    ['starts', settings.startsPerMinute / 60],
    ['uploads', settings.uploadBytesPerSecond],
    ['exports', settings.exportsPerHour / 3600],
  ];
  const limits = perSecond.flatMap(([kind, rate]) => [
    limitOf('user', kind, rate * userShare),
    limitOf('project', kind, rate),
  ]);
  limits.push(limitOf('address', 'requests', settings.addressRequestsPerSecond));
  return limits.filter(({ bucket }) => bucket.ratePerSecond > 0);
}

function limitOf(owner: LimitOwner, kind: LimitKind, ratePerSecond: number): Limit {
  const burst = Math.max(1, Math.floor(ratePerSecond * burstSeconds[kind]));
  const parts = leasesPerBucket[kind];
  return { owner, kind, bucket: { ratePerSecond, burst }, lease: parts === undefined ? 0 : Math.ceil(burst / parts) };
}

const periods = [
  [1, 'second'],
  [60, 'minute'],
  [3600, 'hour'],
] as const;

/** A limit in words: `600 read units a second, at most 6000 at once`. */
export function limitText({ kind, bucket: { ratePerSecond, burst } }: Limit): string {
  const [seconds, period] = periods.find(([length]) => ratePerSecond * length >= 1) ?? periods[2];
  const rate = Number((ratePerSecond * seconds).toPrecision(3));
  return `${rate} ${unitOf[kind].replace('content-', '').replace('-', ' ')} a ${period}, at most ${burst} at once`;
}
