import { UsageError } from '../errors/report-error.ts'

/**
 * Reads an amount such as 5.50, in cents; 0 is one.
 *
 * @throws UsageError
 */
export function parseAmount(flag: string, text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text))
    throw new UsageError(
      `Invalid value for --${flag}: expected an amount such as 5.50, got "${text}".`,
    )
  return Math.round(Number(text) * 100)
}
