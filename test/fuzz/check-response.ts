import { type Code, catalogue, sentence } from '@silla/errors'
import { languages } from '@silla/locale'
import { assertDocumented, mayBeCsv } from '../support/documented.ts'
import type { FuzzResponse } from './connection.ts'
import { encode, type FuzzRequest, headerOf } from './request.ts'

/** What is wrong with a response: a stable name and what was found. */
export interface Fault {
  rule: string
  found: string
}

export interface ResponseRules {
  /** The codes that the documentation allows for a request. */
  codesFor(request: FuzzRequest): ReadonlySet<string>
  /** Words that no response may contain. */
  innerNames: RegExp
  /** Checks the body of a GraphQL response with status 200. */
  checkGraphql(request: FuzzRequest, body: unknown): Fault[]
}

/** Checks one response to any request; an empty list: it is as documented. */
export function checkResponse(
  request: FuzzRequest,
  response: FuzzResponse,
  rules: ResponseRules,
): Fault[] {
  const { status, headers } = response
  const text = response.body.toString()
  const faults: Fault[] = []
  const report = (rule: string, found: string) => faults.push({ rule, found: found.slice(0, 1000) })

  for (const [name, pattern] of Object.entries(requiredHeaders))
    if (!pattern.test(headers[name] ?? '')) report(`header ${name}`, headers[name] ?? 'missing')
  const hasSecretKey = headerOf(request, 'x-api-key')?.startsWith('silla_sec_') ?? false
  // a request that could not be parsed gets the headers of any visitor, and the connection ends
  const wasParsed = headers.connection !== 'close'
  if (hasSecretKey && wasParsed && 'access-control-allow-origin' in headers)
    report('CORS with a secret key', headers['access-control-allow-origin'] ?? '')
  if ((status === 429 || status === 503) && !/^\d+$/.test(headers['retry-after'] ?? ''))
    report('header retry-after', headers['retry-after'] ?? 'missing')
  if (status >= 500) report('server error', `${status} ${text}`)
  if (status >= 400 && headers['cache-control'] !== 'no-store')
    report('a failure may be cached', headers['cache-control'] ?? 'missing')

  if (request.method === 'HEAD' || status === 204 || status === 304) {
    if (text !== '') report('a body where none is allowed', text)
    return faults
  }
  const { method, path } = request
  if (headers['content-type'] === csvType && mayBeCsv({ method, path, status })) {
    faults.push(...checkWords(request, text, rules.innerNames))
    return faults
  }
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    report('content type', headers['content-type'] ?? 'missing')
  const body = parse(text)
  if (body === undefined) {
    report('not a JSON object', text)
    return faults
  }
  const isGraphql = status === 200 && /^\/api\/v1\/graphql/i.test(request.path)
  if (isGraphql) faults.push(...rules.checkGraphql(request, body))
  else if (isEnveloped(request) && body.success !== status < 400) report('envelope', text)
  if (!isGraphql) {
    try {
      assertDocumented({ method: request.method, path: request.path, status, body })
    } catch (error) {
      report('not as in the OpenAPI document', (error as Error).message)
    }
  }
  if (body.error) faults.push(...checkError(body.error, status, rules.codesFor(request)))
  faults.push(...checkWords(request, text, rules.innerNames))
  return faults
}

const csvType = 'text/csv; charset=utf-8; header=present'

function checkWords(request: FuzzRequest, text: string, innerNames: RegExp): Fault[] {
  const inside = text.match(innerNames) ?? text.match(insideWords)
  // a response may repeat a word of its request
  if (!inside || encode(request).includes(inside[0])) return []
  return [{ rule: 'inside words', found: `${inside[0]} in ${text}`.slice(0, 1000) }]
}

/** Checks the error of an envelope, or of a GraphQL response. */
export function checkError(
  error: { code?: unknown; message?: unknown },
  status: number | null,
  documented: ReadonlySet<string>,
): Fault[] {
  const { code, message } = error
  if (typeof code !== 'string' || !(code in catalogue))
    return [{ rule: 'unknown code', found: JSON.stringify(error) }]
  const found = JSON.stringify(error)
  const faults: Fault[] = []
  if (status !== null && catalogue[code as Code].status !== status)
    faults.push({ rule: `status ${status} of ${code}`, found })
  if (!documented.has(code)) faults.push({ rule: `undocumented code ${code}`, found })
  if (!languages.some((language) => sentence(code as Code, language) === message))
    faults.push({ rule: 'message', found })
  return faults
}

const requiredHeaders: Record<string, RegExp> = {
  'x-request-id': /^[\w.-]{8,64}$/,
  // the second is that of responses to staff
  vary: /^X-API-Key, Authorization, Accept-Language, Origin$|^Cookie, Authorization, Accept-Language$/,
  'cache-control': /^(no-store|private, no-cache)$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
}

/** Texts of the inside that have reached responses of other programs. Requests contain none. */
const insideWords =
  /\bundefined\b|\[object \w+\]|\bNaN\b|\bInfinity\b|node:|node_modules|\.ts\b|\.js:\d|\bat \w+ \(|ECONN|EPIPE|\bpg_\w+|postgres|PostgresError|syntax error at|violates|\brelation\b|Cannot read|is not a function|is not iterable|Unexpected token|in JSON at|stack|silla_(api|worker|admin|owner)\b/i

/** Paths outside the API return what they like; the documented health checks have no envelope. */
const isEnveloped = ({ path }: FuzzRequest): boolean => !/^\/(healthz|readyz)/.test(path)

// biome-ignore lint/suspicious/noExplicitAny: any field may be read
function parse(text: string): any {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
