/** The address that a page is opened at. */
export interface PageAt<Param extends string = never, Search = object> {
  /** The path of its route, with `$name` for parameters. */
  pattern: string;
  params: Record<Param, string>;
  /** Its query, as its route reads it. */
  search: Search;
}
