/** Python's grammar, in a chunk that only its sources need. */
export { python } from '@codemirror/lang-python';
