import { connect, type Socket } from 'node:net'

export interface FuzzResponse {
  status: number
  /** By lower-case name; a repeated header has its values joined by commas. */
  headers: Record<string, string>
  body: Buffer
}

/** One keep-alive connection, which is opened again when the server has closed it. */
export interface Connection {
  /** @throws Error when no complete response arrives */
  send(bytes: Buffer, options: { isHead: boolean }): Promise<FuzzResponse>
  close(): void
}

const timeoutMilliseconds = 30_000

/** Bytes go to the socket as they are, which an HTTP library would not allow. */
export function openConnection(origin: string): Connection {
  const { hostname, port } = new URL(origin)
  let socket: Socket | null = null

  return {
    async send(bytes, { isHead }) {
      if (socket === null || socket.destroyed || !socket.writable)
        // a reset between two requests concerns nobody
        socket = connect(Number(port), hostname)
          .on('error', () => {})
          .setNoDelay()
      const response = await exchange(socket, bytes, isHead)
      if (response.headers.connection === 'close') socket.destroy()
      return response
    },
    close: () => socket?.destroy(),
  }
}

function exchange(socket: Socket, bytes: Buffer, isHead: boolean): Promise<FuzzResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<FuzzResponse>()
  const received: Buffer[] = []
  const failWith = (reason: string) => {
    socket.destroy()
    reject(new Error(`${reason}; received ${JSON.stringify(Buffer.concat(received).toString())}`))
  }
  const onData = (chunk: Buffer) => {
    received.push(chunk)
    const found = parseResponse(Buffer.concat(received), isHead)
    if (found === null) return
    if (found.rest.length > 0) return failWith('more was sent than one response')
    resolve(found.response)
  }
  const onClose = () => failWith('the connection was closed before a complete response')
  const onError = (error: Error) => failWith(error.message)
  const timer = setTimeout(() => failWith('no response in time'), timeoutMilliseconds)
  socket.on('data', onData).on('close', onClose).on('error', onError)
  socket.write(bytes)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.off('data', onData).off('close', onClose).off('error', onError)
  })
}

/**
 * Writes bytes that may not be HTTP, and reads what comes back until the server closes the
 * connection. A server that waits for more gets the end of the input.
 */
export function exchangeRaw(origin: string, bytes: Buffer): Promise<FuzzResponse[]> {
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<FuzzResponse[]>()
  const received: Buffer[] = []
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  const ending = setTimeout(() => socket.end(), endAfterMilliseconds)
  const timeout = setTimeout(() => {
    socket.destroy()
    reject(new Error('the connection was neither answered nor closed'))
  }, timeoutMilliseconds)
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  // the server may reset a connection that it did not read to its end
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(ending)
    clearTimeout(timeout)
    try {
      resolve(parseAll(Buffer.concat(received)))
    } catch (error) {
      reject(error)
    }
  })
  return promise
}

/** Nothing is asserted about this time: a response that takes longer may be lost. */
const endAfterMilliseconds = 20

function parseAll(bytes: Buffer): FuzzResponse[] {
  const responses: FuzzResponse[] = []
  let rest = bytes
  while (rest.length > 0) {
    const found = parseResponse(rest, false)
    if (found === null) break
    responses.push(found.response)
    rest = found.rest
  }
  return responses
}

/** Null: it is not complete. Interim responses are left out. */
function parseResponse(
  bytes: Buffer,
  isHead: boolean,
): { response: FuzzResponse; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const match = /^HTTP\/1\.1 (\d{3}) ?/.exec(statusLine)
  if (!match) throw new Error(`not a response: ${JSON.stringify(bytes.toString('latin1'))}`)
  const status = Number(match[1])
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    const value = line.slice(line.indexOf(':') + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  const after = bytes.subarray(end + 4)
  if (status < 200) return parseResponse(after, isHead)
  const hasBody = !isHead && status !== 204 && status !== 304
  const length = hasBody ? Number(headers['content-length'] ?? Number.NaN) : 0
  if (hasBody && headers['transfer-encoding'] === 'chunked') {
    const chunks = parseChunks(after)
    return chunks && { response: { status, headers, body: chunks.body }, rest: chunks.rest }
  }
  if (Number.isNaN(length)) throw new Error(`a response without a length: ${statusLine}`)
  if (after.length < length) return null
  const response = { status, headers, body: after.subarray(0, length) }
  return { response, rest: after.subarray(length) }
}

function parseChunks(bytes: Buffer): { body: Buffer; rest: Buffer } | null {
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return null
    const length = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    const next = end + 2 + length + 2
    if (bytes.length < next) return null
    if (length === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(next) }
    chunks.push(bytes.subarray(end + 2, end + 2 + length))
    at = next
  }
}
