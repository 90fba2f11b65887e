import { type OperationId, routeList } from '#shared/api/routes.ts';
import { type SampleNames, sampleRequest } from './samples.ts';
import { send } from './wire.ts';
import type { Caller, World } from './world.ts';

/** The answer of every read of a project to a user, by operation, without the instant of the read and signed values. */
export async function everyRead(world: World, names: SampleNames, { token }: Pick<Caller, 'token'>) {
  const answers: Record<string, unknown> = {};
  for (const { operationId, method, auth } of routeList) {
    if (method !== 'GET' || auth !== 'project') continue;
    const { status, text } = await send(world.stack.url, sampleRequest(operationId, names, token));
    answers[operationId] = [status, plain(text)];
  }
  return answers as Record<OperationId, [status: number, answer: unknown]>;
}

function plain(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => (passing.has(name) ? undefined : value));
  } catch {
    // A chip that is exported says when.
    return text.replace(/^exported_at: .*$/m, '');
  }
}

/**
 * Fields that differ from read to read: the time of the read, signed addresses, and the last access (rule ARCHIVE-3).
 */
const passing = new Set([
  'complete_until',
  'url',
  'expires_at',
  'last_accessed_at',
  'as_of',
  'age_seconds',
  'oldest_seconds',
]);
