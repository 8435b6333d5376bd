/**
 * The value of the environment variable PUBLIC_URL, the address at which customers reach the API,
 * without the slash at its end. An empty or missing one is null: then no salon has pages.
 *
 * @throws Error with one sentence that names the variable and what it should be
 */
export function parsePublicUrl(text: string | undefined): string | null {
  if (!text) return null
  const url = URL.parse(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin || /[?#]/.test(text)) throw new Error(publicUrlInvalid)
  return url.origin
}

const publicUrlInvalid =
  'PUBLIC_URL is invalid: the address at which customers reach the API, without a path: ' +
  'https://book.example.'
