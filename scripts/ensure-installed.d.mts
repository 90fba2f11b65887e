export function inspectInstallation(
  directory: string,
  options?: { omitDev?: boolean; platform?: string; arch?: string },
): { current: boolean; complete: boolean; stamp: string; how: string };
export function stampPath(directory: string): string;
export function nodeProblem(platform: string, arch: string, version: string): string | undefined;
export function explainFailure(npmVersion: string, output: string): string | undefined;
export function ensureInstalled(options: { omitDev: boolean }): void;
