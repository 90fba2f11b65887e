import { ApiError } from '#shared/api/client.ts';

/** What a refused call was answered: status, detail and problems. Fails when the call was not refused. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; detail: string; errors: unknown[] }> {
  const answer = await call.then(
    (body) => new Error(`The call was not refused but answered ${JSON.stringify(body)}`),
    (error: unknown) => error,
  );
  if (!(answer instanceof ApiError)) throw answer;
  const { status, detail, errors } = answer;
  return { status, detail, errors };
}

/** The same for a refusal that has a detail alone. */
export const refused = (status: number, detail: string) => ({ status, detail, errors: [] });
