import {
  ApiError,
  type CallInput,
  type CallOutput,
  type Client,
  type ClientOptions,
  createClient,
} from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import type { ErrorCode } from '#shared/kernel/error-codes.ts';
import { offerFrom } from '../../../projects/lib/undo/offer.ts';
import { fieldText, unreachableText } from '../format/words.ts';
import { currentProject, token } from './session.ts';
import { type SessionEnd, sessionEndOf } from './session-end.ts';

/** Success body of an operation. */
export type ResponseBody<Id extends keyof Registry> = CallOutput<Registry[Id]>;

/** What an operation is called with. */
export type ApiInput<Id extends keyof Registry> = CallInput<Registry[Id]>;

/** What an import is asked with: the documents of any format. */
export type ImportBody = CallInput<Registry['importChip']>['body'];

let onSessionEnd: (reason: SessionEnd | undefined) => void = () => {};

/** What happens when the service refuses the session's token: 401 with a token sent, or its user was disabled. */
export function handleSessionEnd(handler: (reason: SessionEnd | undefined) => void): void {
  onSessionEnd = handler;
}

const ofSession: Omit<ClientOptions, 'projectId'> = {
  baseUrl: '/api',
  token: token.get,
  fetch: async (input, init) => {
    const sent = token.get();
    const response = await fetch(input, init);
    if ((response.status === 401 || response.status === 403) && sent !== undefined) {
      const reason = sessionEndOf(await codeOf(response));
      if ((response.status === 401 || reason === 'disabled') && sent === token.get()) onSessionEnd(reason);
    }
    offerFrom(response, String(input), (init?.headers ?? {}) as Record<string, string>);
    return response;
  },
};

/** The API of the same origin, with the session's token, in a project. */
export const apiIn = (projectId: () => string | undefined): Client => createClient({ ...ofSession, projectId });

/** The same in the project of the address. */
export const api = apiIn(currentProject);

/** The code of a refusal; the body remains unread for the caller. */
async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { code?: unknown } | undefined)?.code;
}

/** What to tell a person about a failure. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return refusalText(error);
  if (error instanceof TypeError) return `${unreachableText}. Check that it is running, then try again.`;
  return error instanceof Error ? error.message : String(error);
}

/** A refusal of a request by its fields says which, in the words of the pages. */
function refusalText({ detail, errors: [first, ...others] }: ApiError): string {
  if (!first || !detail.startsWith('Invalid request: ')) return detail;
  if (others.length > 0) return 'Some of this is not accepted';
  return [fieldText(first.path), first.message].filter(Boolean).join(': ');
}

/** Whether a failure is a refusal of the API with this code. */
export const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;
