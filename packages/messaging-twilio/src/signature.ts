import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether one of the tokens signed the address and the parameters of a request: base64 of the
 * HMAC-SHA1 of the address followed by each name and value, sorted by name.
 *
 * Twilio signs an address with or without the default port, whatever it was given. The signature has no
 * time, so that a repeated callback is accepted.
 */
export function isSigned({
  url,
  form,
  signature,
  tokens,
}: {
  url: string
  form: URLSearchParams
  signature: string
  tokens: readonly string[]
}): boolean {
  // compared as text: several texts are the same bytes in base64
  const given = Buffer.from(signature)
  const parameters = sortedParameters(form)
  const expected = tokens.flatMap((token) =>
    addresses(url).map((address) =>
      Buffer.from(createHmac('sha1', token).update(address).update(parameters).digest('base64')),
    ),
  )
  return expected.some((one) => one.length === given.length && timingSafeEqual(one, given))
}

function sortedParameters(form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  return names
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => `${name}${value}`))
    .join('')
}

function addresses(url: string): string[] {
  const [, scheme = '', host = '', rest = ''] = /^(https?):\/\/([^/?#]+)(.*)$/.exec(url) ?? []
  const port = scheme === 'https' ? ':443' : ':80'
  return /:\d+$/.test(host)
    ? [url, `${scheme}://${host.replace(/:\d+$/, '')}${rest}`]
    : [url, `${scheme}://${host}${port}${rest}`]
}
