/**
 * What the simulation of a full hour assumes of AWS. Quotas are the defaults of us-east-1, from the guides of each service;
 * latencies are rounded up from what the guides and service pages say.
 */
export const aws = {
  /** DynamoDB promises single-digit milliseconds; a page of a megabyte takes longer, by its read units. */
  read: { milliseconds: 8, millisecondsPerUnit: 0.25 },
  writeMilliseconds: 10,
  /** A transaction is written in two phases. */
  transactionMilliseconds: 20,
  /** Writes a second of one partition of an index. */
  partitionWritesPerSecond: 1000,
  sqs: {
    /** SQS: "tens of milliseconds" for a request. */
    requestMilliseconds: 30,
    /** Messages of a request, and requests that the service sends at a time. */
    messagesOfRequest: 10,
    width: 16,
  },
  /** Lambda, "Configuring scaling behavior for SQS event source mappings". */
  poller: { first: 5, morePerMinute: 300 },
  lambda: {
    coldStartSeconds: 1,
    /** How much slower a function of a gigabyte computes than a core of this machine; it has 0.58 of one. */
    slowdown: 2,
    /** Calls at a time in an account. */
    accountConcurrency: 1000,
    /** New instances of one function in ten seconds. */
    instancesPerTenSeconds: 1000,
  },
  scheduler: { invocationsPerSecond: 1000 },
  stepFunctions: {
    callMilliseconds: 50,
    startExecution: { bucket: 1300, perSecond: 300 },
    describeExecution: { bucket: 300, perSecond: 15 },
  },
} as const;
