/**
 * The value of the environment variable PUBLIC_URL, the address at which customers reach the API,
 * without the slash at its end. An empty or missing one is null: then no salon has pages.
 *
 * @throws Error with one sentence that names the variable and what it should be
 */
export const parsePublicUrl = (text: string | undefined): string | null =>
  parseOrigin(text, publicUrlInvalid)

/**
 * The value of STAFF_URL, the address at which the staff of salons sign in (D63); null: nobody does.
 * Browsers allow passkeys and the session's cookie over HTTPS and on this machine only.
 *
 * @throws Error with one sentence that names the variable and what it should be
 */
export function parseStaffUrl(text: string | undefined): string | null {
  const origin = parseOrigin(text, staffUrlInvalid)
  if (origin === null) return null
  const { protocol, hostname } = new URL(origin)
  const isAllowed =
    protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  // a passkey belongs to a name, never to an address of a network
  if (!isAllowed || /^[\d.]+$|^\[/.test(hostname)) throw new Error(staffUrlInvalid)
  return origin
}

function parseOrigin(text: string | undefined, invalid: string): string | null {
  if (!text) return null
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin || /[?#]/.test(text)) throw new Error(invalid)
  return url.origin
}

const publicUrlInvalid =
  'PUBLIC_URL is invalid: the address at which customers reach the API, without a path: ' +
  'https://book.example.'

const staffUrlInvalid =
  'STAFF_URL is invalid: the address at which the staff of salons sign in, HTTPS and a host name ' +
  'without a path: https://staff.example.'
