/**
 * Verifies an address as Meta does when it is entered: a GET whose challenge must come back.
 *
 * @throws Error when it does not
 */
export async function verifyCallbackUrl(text: string, verifyToken: string): Promise<void> {
  const challenge = '1158201444'
  const url = new URL(text)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', verifyToken)
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  const body = await response.text()
  if (response.status !== 200 || body !== challenge)
    throw new Error(`The address of callbacks could not be verified: status ${response.status}.`)
}
