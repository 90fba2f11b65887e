/** A kind of test that does not fit the service in an emulator, and runs on the local stack alone. */
export interface Gap {
  reason: string;
  /** A part of the path of a test file, and unless all its tests are meant, what their full names match. */
  tests: readonly (readonly [file: string, name?: RegExp])[];
}

/** Every test of the API that is not run against a deployment, with the reason. */
export const gaps: readonly Gap[] = [
  {
    // More than a minute is found by the test world itself, which then skips the test with these words.
    reason: 'moves the clock, and deployed functions have their own',
    tests: [
      ['executions/executions', /newest first with a total/],
      ['executions/executions', /who holds the lock and for how long/],
    ],
  },
  {
    reason: 'reads the log of its own process and breaks its own engine',
    tests: [['api/secrets-canary'], ['http/error-codes']],
  },
  {
    reason:
      'makes hundreds of projects or requests, which takes minutes there, and asks for what the same code decides here',
    tests: [['api/authorization-matrix'], ['api/contract-fuzz']],
  },
  {
    reason: 'puts a state machine in the place of the deployed one, which the test directs',
    tests: [
      ['workers/claim'],
      ['workers/file-bytes'],
      ['workers/reported-results'],
      ['workers/run-log'],
      ['workers/uploads'],
      ['executions/unasked'],
      ['flows/execute', /^.*(200:|of a request that is sent twice|a repeat whose first answer)/],
      ['flows/re-execute', /is not there before a run begins/],
      ['flows/re-execute', /finds its own run under a key that is sent again/],
      ['flows/re-execute', /is open to every editor of the project/],
      ['flows/re-execute', /takes a field that is null as one that is not given/],
    ],
  },
  {
    reason: 'counts the calls of DynamoDB within its own process',
    tests: [
      ['executions/conditional', /reads the execution alone where it is known/],
      ['task-results/reviews', /read those, and no list of latest results/],
    ],
  },
  {
    reason: 'MiniStack gives an answer without a body a content type',
    tests: [['executions/conditional', /answers 304 without a body/]],
  },
  {
    reason:
      'MiniStack calls every error of a function Runtime.HandlerError, so that the step of a cancelled run is tried again for a minute',
    tests: [['executions/run-queue', /begins it when that run ends/]],
  },
  {
    reason: "MiniStack leaves '%25' in a path parameter as it is, and answers '%2F' in one with 404",
    tests: [
      ['chips/chips', /"%" is a chip like any other/],
      ['chips/chips', /"%23" is a chip like any other/],
      ['chips/chips', /"%2F" is a chip like any other/],
      ['chips/chips', /400: "a\/b" is no id/],
      ['projects/projects', /in the same words as one that does not exist, by every operation/],
    ],
  },
  {
    reason: 'MiniStack answers a path that is not well encoded with 404, and one with a trailing slash as without',
    tests: [
      ['http/requests', /with a percent sign that encodes nothing/],
      ['http/requests', /with a trailing slash, an empty id or another case/],
    ],
  },
  {
    reason: 'MiniStack replaces what is not UTF-8 before it hands a body on',
    tests: [['http/requests', /that is not UTF-8/]],
  },
];
