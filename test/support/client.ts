import assert from 'node:assert/strict'
import { assertDocumented } from './documented.ts'

/** A response, with the envelope unpacked. */
export interface ApiResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the contract
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the same
  error: any
  text: string
}

/**
 * Sends real HTTP requests with fixed headers; a response that does not match the OpenAPI document
 * fails the test.
 */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  delete(path: string, headers?: Record<string, string>): Promise<ApiResponse>
  send(path: string, init: RequestInit): Promise<ApiResponse>
}

/** A request of a client, and its response. */
export interface Exchange {
  url: URL
  method: string
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the contract
  body: any
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the same
  response: any
}

const observers = new Set<(exchange: Exchange) => void>()

/** Shows every exchange of the clients to `observe` until `work` has ended. */
export async function observing<Result>(
  observe: (exchange: Exchange) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  observers.add(observe)
  try {
    return await work()
  } finally {
    observers.delete(observe)
  }
}

/** @param baseUrl prefix of paths such as `/negocio/` */
export function client(baseUrl: string, own: Record<string, string>): Client {
  async function send(path: string, init: RequestInit): Promise<ApiResponse> {
    const response = await fetch(baseUrl + path, {
      ...init,
      headers: { ...own, ...(init.headers as object) },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body = isJson ? JSON.parse(text) : {}
    if (isJson && 'success' in body) assert.equal(body.success, response.ok)
    if (isJson)
      assertDocumented({ method: init.method ?? 'GET', path, status: response.status, body })
    for (const observe of observers) {
      observe({
        url: new URL(baseUrl + path),
        method: init.method ?? 'GET',
        headers: { ...own, ...(init.headers as Record<string, string>) },
        body: typeof init.body === 'string' && isJson ? JSON.parse(init.body) : undefined,
        status: response.status,
        response: body,
      })
    }
    return {
      status: response.status,
      headers: response.headers,
      data: body.data,
      error: body.error,
      text,
    }
  }
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
      send(path, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      })
  return {
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (path, headers = {}) => send(path, { method: 'DELETE', headers }),
  }
}
