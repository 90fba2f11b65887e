let running: ((reason: string) => void) | undefined;
let ofFile: string | undefined;

/** Before a test: tells how it is skipped. @returns why no test of its file goes on, if so. */
export function testBegins(skip: (reason: string) => void): string | undefined {
  running = skip;
  return ofFile;
}

/** After a test. */
export function testEnds(): void {
  running = undefined;
}

/**
 * Ends the test that runs as skipped, with the reason for which it cannot go on at a deployed service; where something is prepared for
 * several tests, all that come after it in the file.
 */
export function skipDeployed(reason: string): void {
  if (running) running(reason);
  else ofFile = reason;
}
