/** The formats of others that a chip or a part of it goes out in. */
export const COMPILER_FORMATS = ['python', 'oqtopus', 'qiskit', 'qibolab', 'quam'] as const;

export type CompilerFormat = (typeof COMPILER_FORMATS)[number];
