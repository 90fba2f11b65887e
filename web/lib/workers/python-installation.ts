import { pythonWheel } from '#shared/domain/python-wheel.ts';

/** The two lines that install the Python package from the service at `origin`. */
export const pythonInstallation = (origin: string): string =>
  `python -m pip install "${origin}/downloads/${pythonWheel}"\nfiducial-lab worker flows.py --name bench-1`;
