import { UsageError } from '../errors/report-error.ts'

/**
 * The origin that a flag names; null without the flag.
 *
 * @param flag as it is entered
 * @throws UsageError when it is no origin
 */
export function originOf(flag: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isOrigin) return url.origin
  throw new UsageError(`${flag} must be an address without a path: https://book.example.`)
}
