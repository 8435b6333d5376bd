import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the contract
  body: any
}

/** Writes bytes that no client library would send, and reads the one answer they get. */
export function rawRequest(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      const answer = wholeAnswer(text)
      if (answer === null) return
      resolve(answer)
      socket.destroy()
    })
    socket.on('end', () => reject(new Error(`the connection ended after: ${text}`)))
    socket.on('error', reject)
  })
}

function wholeAnswer(text: string): RawAnswer | null {
  const [head = '', body] = text.split('\r\n\r\n', 2)
  if (body === undefined) return null
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return null
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: body === '' ? undefined : JSON.parse(body),
  }
}
