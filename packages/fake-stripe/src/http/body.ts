import type { IncomingMessage } from 'node:http'
import { StripeApiError } from '../stripe-error.ts'
import { type Params, readForm } from './params.ts'

/**
 * The parameters of a request: its query, and the form or JSON of its body.
 *
 * @throws StripeApiError 400 for invalid JSON, 413 for more than a megabyte
 */
export async function paramsOf(request: IncomingMessage, query: string): Promise<Params> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) throw new StripeApiError(413, { message: 'Request too large' }, true)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  const body = isJson(request) ? readJson(text) : readForm(text)
  return { ...readForm(query), ...body }
}

const maxBytes = 1_048_576

export const isJson = ({ headers }: IncomingMessage) =>
  headers['content-type']?.startsWith('application/json') ?? false

function readJson(text: string): Params {
  try {
    const body = text === '' ? {} : JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    // reported below
  }
  throw new StripeApiError(
    400,
    { message: 'Invalid request: the body is not a JSON object.' },
    true,
  )
}
