/** Most qubits of a patch. */
export const LARGEST_PATCH = 128;
