import { createHmac } from 'node:crypto'

/** A request as the fuzzer generates, changes and shrinks it. */
export interface FuzzRequest {
  /** What it was generated from: `POST /reservas/crear/`, `mutation crear_reserva`, `webhook`. */
  source: string
  method: string
  /** As written to the request line, without the query. */
  path: string
  /** As written to the request line. */
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body: FuzzBody | null
  /** Signs the body as the processor does. */
  signWith?: { secret: string; seconds: number }
  /** Sent to the API process that has rate limits. */
  isLimited?: boolean
}

/** JSON, or bytes that are not valid JSON or that JSON.stringify would not write. */
export type FuzzBody = { json: unknown } | { bytes: Buffer }

/** The bytes of a body. */
export function bytesOf(body: FuzzBody | null): Buffer {
  if (body === null) return Buffer.alloc(0)
  return 'bytes' in body ? body.bytes : Buffer.from(JSON.stringify(body.json) ?? '')
}

/** The request line's target. */
export const targetOf = ({ path, query }: FuzzRequest): string =>
  query.length === 0
    ? path
    : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`

/** All headers but those of the connection and the length. */
export function headersOf(request: FuzzRequest): [string, string][] {
  const { headers, body, signWith } = request
  if (!signWith) return headers
  const { secret, seconds } = signWith
  const digest = createHmac('sha256', secret)
    .update(`${seconds}.`)
    .update(bytesOf(body))
    .digest('hex')
  return [...headers, ['Stripe-Signature', `t=${seconds},v1=${digest}`]]
}

/** The value of a header that is sent once; undefined when it is missing or repeated. */
export function headerOf({ headers }: FuzzRequest, name: string): string | undefined {
  const values = headers.filter(([one]) => one.toLowerCase() === name)
  return values.length === 1 ? values[0]?.[1] : undefined
}

/** The text that holds the GraphQL query of a request: its body, or the parameter of a GET. */
export function graphqlTextOf({ body, query }: FuzzRequest): string {
  const [, parameter] = query.find(([name]) => name === 'query') ?? []
  if (body !== null || parameter === undefined) return bytesOf(body).toString()
  try {
    return decodeURIComponent(parameter)
  } catch {
    return parameter
  }
}

/** The bytes to write to a socket. A `Transfer-Encoding: chunked` header chooses the framing. */
export function encode(request: FuzzRequest): Buffer {
  const body = bytesOf(request.body)
  const headers: [string, string][] = [['Host', 'localhost'], ...headersOf(request)]
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')
  if (!isChunked && (request.body !== null || bodyMethods.has(request.method)))
    headers.push(['Content-Length', String(body.length)])
  const head = [
    `${request.method} ${targetOf(request)} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
  return Buffer.concat([Buffer.from(head), isChunked ? chunked(body) : body])
}

const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

function chunked(body: Buffer): Buffer {
  const middle = Math.ceil(body.length / 2)
  const chunks = [body.subarray(0, middle), body.subarray(middle)].filter(
    ({ length }) => length > 0,
  )
  return Buffer.concat([
    ...chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\n\r\n'),
  ])
}

/** A command that repeats the request. */
export function toCurl(request: FuzzRequest, origin: string): string {
  const words = ['curl -isg --path-as-is', `-X ${quote(request.method)}`]
  for (const [name, value] of headersOf(request)) words.push(`-H ${quote(`${name}: ${value}`)}`)
  if (request.body !== null) words.push(`--data-binary ${quote(bytesOf(request.body))}`)
  return [...words, quote(origin + targetOf(request))].join(' ')
}

/** A word of bash; `$'...'` where it holds bytes that a terminal would not print. */
function quote(text: string | Buffer): string {
  const bytes = Buffer.from(text as string)
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x27)) return `'${bytes}'`
  const escaped = [...bytes].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  )
  return `$'${escaped.join('')}'`
}
