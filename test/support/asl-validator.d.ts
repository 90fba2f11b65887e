/** The part of the package that tests use; it has no types of its own. */
declare module 'asl-validator' {
  interface Outcome {
    isValid: boolean;
    errorsText(separator: string): string;
  }
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default function validate(definition: object, options: { checkArn: boolean; checkPaths: boolean }): Outcome;
}
