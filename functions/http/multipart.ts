import { invalid } from '#shared/kernel/errors.ts';

/**
 * The fields of a form with files (RFC 7578), parsed by the platform; a file is a `File`.
 * @throws ServiceError `invalid` if it is not such a form.
 */
export async function formFieldsOf(bytes: Buffer, contentType: string | undefined): Promise<Record<string, unknown>> {
  const headers = { 'content-type': contentType ?? '' };
  try {
    return Object.fromEntries(await new Response(Uint8Array.from(bytes), { headers }).formData());
  } catch {
    throw invalid('The request body is not multipart/form-data', [
      { path: 'body', message: 'must be multipart/form-data' },
    ]);
  }
}
