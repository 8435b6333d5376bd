/** Whole cents as the number that answers carry: 1250 -> 12.5. Money stays in cents everywhere inside (D4). */
export function major(cents: number): number {
  // one division of integers gives the double nearest to the two-decimal value, which is how JSON then prints it
  return cents / 100
}
