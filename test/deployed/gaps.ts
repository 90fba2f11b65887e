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
      ['runs/executions', /newest first with a total/],
      ['runs/executions', /who holds the lock and for how long/],
    ],
  },
  {
    reason: 'reads the log of its own process and breaks its own engine',
    tests: [
      ['api/secrets-canary'],
      ['http/error-codes'],
      ['http/isolation'],
      ['people/attempt-log'],
      ['projects/last-access', /a note that fails is not a failure/],
    ],
  },
  {
    reason:
      'makes hundreds of projects, requests or the largest texts, which takes minutes there and its consumers as long again, and asks for what the same code decides here',
    tests: [
      ['api/authorization-matrix'],
      ['api/contract-fuzz'],
      ['api/foreign-ids'],
      ['api/bounds/'],
      ['discussions/bounds'],
    ],
  },
  {
    reason: 'puts a state machine in the place of the deployed one, which the test directs',
    tests: [
      ['workers/claim'],
      ['workers/file-bytes'],
      ['workers/reported-results'],
      ['workers/run-log'],
      ['workers/uploads'],
      ['runs/unasked'],
      ['flows/execute', /^.*(200:|of a request that is sent twice|a repeat whose first answer)/],
      ['flows/re-execute', /is not there before a run begins/],
      ['flows/re-execute', /finds its own run under a key that is sent again/],
      ['flows/re-execute', /is open to every editor of the project/],
      ['flows/re-execute', /takes a field that is null as one that is not given/],
    ],
  },
  {
    reason: 'delivers by the sender of its own process, to a receiver that has no address',
    tests: [
      ['notifications/webhooks'],
      ['notifications/email'],
      ['notifications/chat'],
      ['projects/projects', /purges it after thirty days/],
    ],
  },
  {
    reason: 'signs in at a provider that the test itself is, of which the deployed functions have not been told',
    tests: [['people/sign-in']],
  },
  {
    reason: 'looks into the files of its own process, or at an address as the store of files on one machine gives it',
    tests: [
      ['archives/project-import', /is there for no one, and what was written of it is gone/],
      ['archives/project-import', /sent again, in other portions, or begun again/],
      ['archives/damaged-archive', /a file that is not what its hash says/],
      ['workers/large-files', /larger than an answer is answered 302|the address of a file answers/],
      ['workers/figure-archives', /whose maker died/],
    ],
  },
  {
    reason:
      'registers by the service there, which leaves a session and an entry in the audit of which the test knows nothing',
    tests: [
      ['people/administration', /enabling a user gives no session/],
      ['people/administration', /ends what they had, hides the projects/],
      ['people/sessions'],
      ['projects/audit', /is for administrators/],
    ],
  },
  {
    reason: 'asks at once for what a consumer derives, which takes a moment there',
    tests: [['discussions/threads', /a thread goes with its replies and all earlier texts/]],
  },
  {
    reason: 'counts the calls of DynamoDB within its own process',
    tests: [
      ['runs/conditional', /reads the execution alone where it is known/],
      ['results/reviews', /read those, and no list of latest results/],
      ['values/history-trips'],
    ],
  },
  {
    reason: 'MiniStack gives an answer without a body a content type',
    tests: [['runs/conditional', /answers 304 without a body/]],
  },
  {
    reason: "MiniStack leaves '%25' in a path parameter as it is, and answers '%2F' in one with 404",
    tests: [
      ['chips/chips', /"%" is a chip like any other/],
      ['chips/chips', /"%23" is a chip like any other/],
      ['chips/chips', /"%2F" is a chip like any other/],
      ['chips/chips', /400: "a\/b" is not an id/],
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

/** Of these files no test is run there. */
export const wholeFiles: readonly { file: string; reason: string }[] = gaps.flatMap(({ reason, tests }) =>
  tests.flatMap(([file, name]) => (name ? [] : [{ file, reason }])),
);
