export interface FoundPython {
  program: string;
  version: string;
}

export function findPythons(supported: readonly string[]): FoundPython[];

export function virtualEnvironment(of: {
  root: string;
  name: string;
  requirements: string;
  supported: readonly string[];
  found?: FoundPython;
  installSeconds?: number;
}): { python: string; reason?: undefined } | { python?: undefined; reason: string };
