import type { TestApi } from '../support/api.ts'
import { assertDocumented } from '../support/documented.ts'
import type { TestSalon } from '../support/salon.ts'
import { expect } from './failure.ts'
import type { Person } from './model/model.ts'

/** Who sends a request: a visitor, a signed-in customer, or the salon with its secret key. */
export type Caller =
  | { kind: 'guest'; person: Person }
  | { kind: 'customer'; person: Person }
  | { kind: 'salon' }

export interface ApiAnswer {
  status: number
  /** The code of an error, else `ok`. */
  code: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the contract
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the same
  error: any
}

export interface ApiClient {
  get(by: Caller, path: string): Promise<ApiAnswer>
  post(by: Caller, path: string, body?: object, options?: PostOptions): Promise<ApiAnswer>
  put(by: Caller, path: string, body: object, options?: PostOptions): Promise<ApiAnswer>
  delete(by: Caller, path: string, headers?: Record<string, string>): Promise<ApiAnswer>
}

interface PostOptions {
  idempotencyKey?: string
  mayFail?: boolean
  /** Everything is checked and nothing happens (D44). */
  isSimulated?: boolean
}

/**
 * Sends requests without connections. A response that is not as documented, or a server error, breaks
 * a promise; a 503 is allowed with `mayFail`.
 *
 * @param tokens sign an access token for the time given, by email address
 */
export function openApiClient(
  api: TestApi,
  salon: TestSalon,
  tokens: ReadonlyMap<string, (now: Date) => Promise<string>>,
): ApiClient {
  async function send(
    by: Caller,
    request: {
      method: 'GET' | 'POST' | 'PUT' | 'DELETE'
      path: string
      body?: object | undefined
      headers?: Record<string, string> | undefined
    },
    options: PostOptions = {},
  ): Promise<ApiAnswer> {
    const { method, path, body, headers } = request
    const response = await api.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        ...(await headersOf(by)),
        ...headers,
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        ...(options.isSimulated && { 'x-simular': 'true' }),
      },
      ...(body && { payload: body }),
    })
    const { success, data, error } = response.json()
    const status = response.statusCode
    assertDocumented({ method, path, status, body: response.json() })
    expect(
      status < 500 || (status === 503 && options.mayFail === true),
      'no request fails with a server error',
      () => `${method} ${path}: ${status} ${response.body}`,
    )
    return { status, code: success ? 'ok' : error.code, data, error }
  }

  async function headersOf(by: Caller): Promise<Record<string, string>> {
    if (by.kind === 'salon') return { 'x-api-key': salon.secretKey }
    const headers = { 'x-api-key': salon.publishableKey }
    if (by.kind === 'guest') return headers
    const token = await tokens.get(by.person.email)?.(api.clock.now())
    return { ...headers, authorization: `Bearer ${token}` }
  }

  return {
    get: (by, path) => send(by, { method: 'GET', path }),
    post: (by, path, body, options) => send(by, { method: 'POST', path, body }, options),
    put: (by, path, body, options) => send(by, { method: 'PUT', path, body }, options),
    delete: (by, path, headers) => send(by, { method: 'DELETE', path, headers }),
  }
}
