const newline = 10;

/** Joins the chunks of a stream to lines; one line may have megabytes. */
export class Lines {
  readonly #onLine: (line: string) => void;
  #parts: Buffer[] = [];

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#parts.push(chunk.subarray(from, end));
      const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
      this.#parts = [];
      from = end + 1;
      this.#onLine(String(line));
    }
    if (from < chunk.length) this.#parts.push(from === 0 ? chunk : chunk.subarray(from));
  }
}
