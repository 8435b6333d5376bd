import type { MessageCallbackRequest } from '@silla/core'

/** The value of a header that occurs once; empty otherwise. */
export function headerOf(
  { headers }: Pick<MessageCallbackRequest, 'headers'>,
  name: string,
): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
