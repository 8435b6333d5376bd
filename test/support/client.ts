import assert from 'node:assert/strict'
import { assertDocumented } from './documented.ts'

/** What came back: the envelope taken apart. */
export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test asks of an answer whatever the contract promises
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the same
  error: any
  text: string
}

/**
 * Somebody who talks to the API over real HTTP, always with the same headers; an answer that is not
 * as documented fails the test.
 */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
  send(path: string, init: RequestInit): Promise<Answer>
}

/** @param baseUrl what paths such as `/negocio/` are put behind */
export function client(baseUrl: string, own: Record<string, string>): Client {
  async function send(path: string, init: RequestInit): Promise<Answer> {
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
    (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
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
