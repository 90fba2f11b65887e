/** A duration as QDash's clients read it: `H:MM:SS`, hours not padded, fractions of a second cut (rule TIME-6). */
export function elapsedText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
