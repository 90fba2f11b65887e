/** File name of the Python package that a service offers below `/downloads`; its version is the package's own. */
export const pythonWheel = 'fiducial_lab-0.1.0-py3-none-any.whl';
