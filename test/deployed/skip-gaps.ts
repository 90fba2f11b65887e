import { beforeEach, type RunnerTask } from 'vitest';
import { gaps } from './gaps.ts';

/** Skips the tests of `gaps.ts` with their reason, so that the files of the API's tests run as they are. */
beforeEach(({ task, skip }) => {
  const gap = gapOf(task.file.filepath, fullName(task));
  if (gap) skip(gap.reason);
});

function gapOf(file: string, name: string) {
  return gaps.find(({ tests }) =>
    tests.some(([part, pattern]) => file.includes(part) && (pattern?.test(name) ?? true)),
  );
}

function fullName(task: RunnerTask): string {
  return task.suite && task.suite.name !== '' ? `${fullName(task.suite)} > ${task.name}` : task.name;
}
