import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';

/** A file to send. */
export interface SentFile {
  /** The folder that a path never leaves. */
  root: string;
  /** Percent-encoded, below the root. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Whether names may begin with a dot. */
  withDotFiles?: boolean;
}

/** Statuses of a path that names no file, or one outside the root. */
const absent = new Set<number | undefined>([400, 403, 404]);

/**
 * Sends a file, whole, in part or not at all, as the request's conditions and range say (RFC 9110, sections 13 and 14). A
 * failure closes the connection, so that no one mistakes a part for the whole.
 * @returns whether the file exists; without it, nothing is sent.
 */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: SentFile): Promise<boolean> {
  const { root, path, headers, withDotFiles = false } = file;
  const dotfiles = withDotFiles ? 'allow' : 'ignore';
  return new Promise((resolve) => {
    let found = false;
    send(request, path, { root, dotfiles, cacheControl: false, index: false })
      .on('headers', () => {
        found = true;
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        resolve(true);
      })
      .on('directory', () => resolve(false))
      .on('error', ({ status }: { status?: number }) => {
        if (!found && absent.has(status)) return resolve(false);
        resolve(true);
        if (response.headersSent) return void response.destroy();
        response.writeHead(status ?? 500, { 'content-length': 0 }).end();
      })
      .pipe(response);
  });
}
