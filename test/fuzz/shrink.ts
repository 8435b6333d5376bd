import { bytesOf, type FuzzBody, type FuzzRequest } from './request.ts'

const maxTries = 300

/**
 * Removes parts of a request as long as it still fails, so that little but the cause is left. The
 * request is sent again and again, in the state that it has left behind.
 */
export async function shrink(
  request: FuzzRequest,
  stillFails: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request
  let tries = 0
  for (let isSmaller = true; isSmaller && tries < maxTries; ) {
    isSmaller = false
    for (const candidate of smallerRequests(smallest)) {
      if (++tries > maxTries) break
      if (!(await stillFails(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

function* smallerRequests(request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, query, body } = request
  for (const index of headers.keys())
    yield { ...request, headers: headers.filter((_, other) => other !== index) }
  for (const index of query.keys())
    yield { ...request, query: query.filter((_, other) => other !== index) }
  for (const [index, [name, value]] of query.entries())
    for (const shorter of shorterTexts(value))
      yield { ...request, query: query.with(index, [name, shorter]) }
  if (body === null) return
  yield { ...request, body: null }
  for (const smaller of smallerBodies(body)) yield { ...request, body: smaller }
}

function* smallerBodies(body: FuzzBody): Generator<FuzzBody> {
  if ('json' in body) {
    for (const json of smallerValues(body.json)) yield { json }
    return
  }
  const bytes = bytesOf(body)
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size > 1 ? size >> 1 : 0)
    for (let at = 0; at < bytes.length; at += size)
      yield { bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]) }
}

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string') return yield* shorterTexts(value)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (value.length > 8) yield value.slice(0, value.length >> 1)
    for (const index of value.keys()) yield value.toSpliced(index, 1)
    for (const [index, item] of value.entries())
      for (const smaller of smallerValues(item)) yield value.with(index, smaller)
    return
  }
  const entries = Object.entries(value)
  for (const [name] of entries)
    yield Object.fromEntries(entries.filter(([other]) => other !== name))
  for (const [name, item] of entries)
    for (const smaller of smallerValues(item))
      yield Object.fromEntries(
        entries.map((entry) => (entry[0] === name ? [name, smaller] : entry)),
      )
}

function* shorterTexts(text: string): Generator<string> {
  if (text.length === 0) return
  yield ''
  if (text.length < 2) return
  yield text.slice(0, text.length >> 1)
  yield text.slice(text.length >> 1)
}
