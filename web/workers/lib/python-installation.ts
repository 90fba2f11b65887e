import { pythonWheel } from '#shared/workers/rules/python-wheel.ts';

/** How the Python package is installed from the service at `origin`, and a worker of it started. */
export const pythonInstallation = (origin: string): string =>
  [
    `python -m pip install "${origin}/downloads/${pythonWheel}"`,
    `export FIDUCIAL_URL=${origin} FIDUCIAL_TOKEN=...  # a project API token`,
    'fiducial-lab worker flows.py --name bench-1',
  ].join('\n');
