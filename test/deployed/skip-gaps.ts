import { afterEach, beforeEach, type RunnerTask } from 'vitest';
import { testBegins, testEnds } from '#test/support/aws/skip-deployed.ts';
import { gaps } from './gaps.ts';

/** Skips the tests of `gaps.ts` with their reason, so that the files of the API's tests run as they are. */
beforeEach(({ task, skip }) => {
  const ofFile = testBegins(skip);
  const reason = ofFile ?? gapOf(task.file.filepath, fullName(task))?.reason;
  if (reason !== undefined) skip(reason);
});

afterEach(testEnds);

function gapOf(file: string, name: string) {
  return gaps.find(({ tests }) =>
    tests.some(([part, pattern]) => file.includes(part) && (pattern?.test(name) ?? true)),
  );
}

function fullName(task: RunnerTask): string {
  return task.suite && task.suite.name !== '' ? `${fullName(task.suite)} > ${task.name}` : task.name;
}
