/** The text of an HTTP/1.1 request, as it is sent. */
export function requestText(request: {
  path: string
  headers: Record<string, string>
  /** Makes it a POST of this JSON text. */
  body?: string
}): string {
  const { path, headers, body } = request
  const all: Record<string, string> = { host: 'localhost', ...headers }
  if (body !== undefined) {
    all['content-type'] = 'application/json'
    all['content-length'] = String(Buffer.byteLength(body))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/**
 * Reads the responses of one connection, of which at most one is expected at a time. It looks at
 * no more than the status and the length, so that a response costs little.
 *
 * @param onResponse called with the status when a response is complete
 * @returns a function that takes the bytes as they arrive; it does not keep them
 */
export function responseReader(onResponse: (status: number) => void): (bytes: Buffer) => void {
  let status = 0
  /** Bytes of the body that are still to come; -1: the head is not complete. */
  let remaining = -1
  let isChunked = false
  /** The start of a head, or the end of what arrived of a chunked body. */
  let kept = ''

  return (bytes) => {
    if (remaining === -1) readHead(bytes)
    else if (isChunked) readChunks(bytes.toString('latin1'))
    else remaining -= bytes.length
    if (remaining !== 0) return
    remaining = -1
    isChunked = false
    kept = ''
    onResponse(status)
  }

  function readHead(bytes: Buffer) {
    const text = kept + bytes.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    if (end === -1) {
      kept = text
      return
    }
    kept = ''
    const head = text.slice(0, end)
    status = Number(head.slice(9, 12))
    const length = contentLength.exec(head)
    if (length !== null) remaining = end + 4 + Number(length[1]) - text.length
    else if (chunked.test(head)) {
      isChunked = true
      remaining = 1
      readChunks(text.slice(end + 2))
    } else remaining = 0
    if (status === 304 || status === 204) remaining = 0
  }

  /** A body in chunks ends with an empty one. */
  function readChunks(text: string) {
    kept = (kept + text).slice(-lastChunk.length)
    if (kept === lastChunk) remaining = 0
  }
}

const contentLength = /\r\ncontent-length: *(\d+)/i
const chunked = /\r\ntransfer-encoding: *chunked/i
const lastChunk = '\r\n0\r\n\r\n'
