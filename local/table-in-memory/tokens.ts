/** A word, a placeholder, or an operator of an expression. */
const token = /\s*(?:(?<word>[#:]?[A-Za-z0-9_]+)|(?<mark><>|<=|>=|[=<>(),.+-]))/y;

/** The tokens of an expression, read one by one. */
export class Tokens {
  readonly #list: string[] = [];
  readonly #text: string;
  #next = 0;

  /**
   * @throws Error for text that cannot occur in an expression.
   */
  constructor(text: string) {
    this.#text = text;
    token.lastIndex = 0;
    while (token.lastIndex < text.trimEnd().length) {
      const at = token.lastIndex;
      const found = token.exec(text);
      if (!found) throw new Error(`The expression "${text}" is not understood from ${at} on`);
      this.#list.push(found.groups?.word ?? found.groups?.mark ?? '');
    }
  }

  /** The next token without consuming it; empty at the end. */
  peek(ahead = 0): string {
    return this.#list[this.#next + ahead] ?? '';
  }

  take(): string {
    const taken = this.peek();
    this.#next += 1;
    return taken;
  }

  /** Consumes the next token if it is this one; keywords in either case. */
  takeIf(wanted: string): boolean {
    if (this.peek().toUpperCase() !== wanted.toUpperCase()) return false;
    this.#next += 1;
    return true;
  }

  expect(wanted: string): void {
    if (!this.takeIf(wanted)) throw new Error(`"${this.#text}" has "${this.peek()}" where "${wanted}" should be`);
  }
}
