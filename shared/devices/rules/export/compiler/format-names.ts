/** `[5, 6, 7]`, as compilers take an initial layout; other ids than whole numbers are quoted. */
export const pythonList = (qids: readonly string[]): string =>
  `[${qids.map((qid) => (/^(0|[1-9]\d*)$/.test(qid) ? qid : JSON.stringify(qid))).join(', ')}]`;

/** The formats of others that a chip or a part of it goes out in. */
export const COMPILER_FORMATS = ['python', 'oqtopus', 'qiskit', 'qibolab', 'quam'] as const;

export type CompilerFormat = (typeof COMPILER_FORMATS)[number];
