import type { ExampleRequest } from './examples.ts'

export interface Credentials {
  publishableKey: string
  secretKey: string
  accessToken: string
  sessionToken: string
}

/** What stands for the address and the credentials of an API in code samples. */
export const placeholders = {
  baseUrl: 'https://api.example.com',
  publishableKey: 'silla_pub_...',
  secretKey: 'silla_sec_...',
  accessToken: 'ACCESS_TOKEN',
  sessionToken: 'SESSION_TOKEN',
} satisfies Credentials & { baseUrl: string }

interface SampledOperation {
  method: string
  /** As in the document: `/api/v1/reservas/{id}/`. */
  path: string
  request: ExampleRequest
  credentials: Credentials
}

/** The request of an example as a command of curl and as a call of @silla/client. */
export const codeSamples = (operation: SampledOperation) => [
  { lang: 'Shell', label: 'curl', source: curl(operation) },
  { lang: 'TypeScript', label: 'TypeScript', source: typeScript(operation) },
]

function curl({ method, path, request, credentials }: SampledOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(request.path?.[name]))
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const address = `${placeholders.baseUrl}${filled}${query.size > 0 ? `?${query}` : ''}`
  const { key, token } = proofsOf(request, credentials)
  const headers = {
    ...(key !== null && { 'X-API-Key': key }),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...request.header,
    ...(request.body && { 'Content-Type': 'application/json' }),
  }
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quote(address)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(request.body ? [`-d ${quote(JSON.stringify(request.body, null, 2))}`] : []),
  ].join(' \\\n  ')
}

/** For a POSIX shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function typeScript({ method, path, request, credentials }: SampledOperation): string {
  const { key, token } = proofsOf(request, credentials)
  const { path: inPath, query, header, body } = request
  const params = {
    ...(inPath && { path: inPath }),
    ...(query && { query }),
    ...(header && { header }),
  }
  const input = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body && { body }),
  }
  const argument = Object.keys(input).length > 0 ? `, ${literal(input)}` : ''
  const options = {
    baseUrl: placeholders.baseUrl,
    apiKey: key,
  }
  return [
    "import { createSillaClient } from '@silla/client'",
    '',
    ...(token === null
      ? []
      : [`const auth = { accessToken: '${token}', refresh: async () => null }`]),
    `const silla = createSillaClient(${literal(options, token === null ? [] : ['auth'])})`,
    `const { data, error } = await silla.${method.toUpperCase()}('${path}'${argument})`,
  ].join('\n')
}

/** What a request is sent with; null: without it. */
function proofsOf(
  { as }: ExampleRequest,
  { publishableKey, secretKey, accessToken, sessionToken }: Credentials,
): { key: string | null; token: string | null } {
  switch (as) {
    case 'anyone':
      return { key: null, token: null }
    case 'staff':
      return { key: null, token: sessionToken }
    case 'customer':
      return { key: publishableKey, token: accessToken }
    default:
      return { key: as === 'owner' ? secretKey : publishableKey, token: null }
  }
}

/** JSON as TypeScript is usually written, on one line where it is short. */
function literal(value: unknown, shorthands: readonly string[] = [], indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, [], inner))
    : [
        ...Object.entries(value).map(([name, one]) => `${field(name)}: ${literal(one, [], inner)}`),
        ...shorthands,
      ]
  const padding = Array.isArray(value) ? '' : ' '
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

const field = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`)
