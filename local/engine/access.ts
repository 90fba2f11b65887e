/** An engine that listens at an address: DynamoDB Local, or another DynamoDB-compatible server. */
export interface ServerAccess {
  /** Such as `http://127.0.0.1:8000`. */
  endpoint: string;
  /** The access key that identifies clients; any by default. */
  accessKeyId?: string | undefined;
}

/** The embedded engine. Clients read its file directly, and one pipe takes all other requests. */
export interface EmbeddedAccess {
  databaseFile: string;
  ask: Ask;
  /** Counts the writes of each project and user, in the process that owns the pipe. */
  writes?: { revisionOf(projectId: string): number; revisionOfUser(userId: string): number };
}

/** How clients reach an engine. */
export type EngineAccess = ServerAccess | EmbeddedAccess;

/** The response of an operation, as DynamoDB would send it over HTTP. */
export interface Answer {
  statusCode: number;
  /** JSON. */
  body: string;
}

/**
 * Sends a call to the embedded engine.
 * @param call JSON of a tool call, as `toolCallOf` makes it.
 * @throws Error once the engine has ended.
 */
export type Ask = (call: string) => Promise<Answer>;

export const isEmbedded = (access: EngineAccess): access is EmbeddedAccess => 'databaseFile' in access;
