import { request as httpRequest, type IncomingMessage } from 'node:http'
import { atEnd } from './at-end.ts'
import { inTime } from './in-time.ts'

/** The changes of an agenda as a browser receives them (D70). */
export interface AgendaStream {
  status: number
  headers: IncomingMessage['headers']
  /** The next message; null: the stream has ended. */
  next(): Promise<StreamMessage | null>
  /** The next comment or message, as text. */
  nextLine(): Promise<string | null>
  /** As the browser does when its tab is closed. */
  leave(): void
}

export interface StreamMessage {
  /** null: it has none */
  id: number | null
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the contract
  data: any
}

/** Opens a stream, and closes it at the end of the file. */
export async function openAgendaStream(
  url: string,
  headers: Record<string, string>,
  query = '',
): Promise<AgendaStream> {
  const request = httpRequest(`${url}/agenda/cambios/${query}`, { headers, agent: false })
  request.end()
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  )
  const leave = () => void request.destroy()
  atEnd(async () => leave())
  response.setEncoding('utf8')
  response.on('error', () => {})
  const blocks = blocksOf(response)

  async function nextLine(): Promise<string | null> {
    const { value, done } = await inTime(blocks.next(), 'The next message')
    return done ? null : value
  }

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    nextLine,
    async next() {
      for (;;) {
        const block = await nextLine()
        if (block === null) return null
        const message = messageOf(block)
        if (message !== null) return message
      }
    },
    leave,
  }
}

/** What is between two empty lines; an aborted stream has ended. */
async function* blocksOf(response: IncomingMessage): AsyncGenerator<string, void> {
  let rest = ''
  try {
    for await (const chunk of response) {
      const blocks = `${rest}${chunk}`.split('\n\n')
      rest = blocks.pop() ?? ''
      yield* blocks
    }
  } catch {}
}

/** null: a comment, or nothing but how long to wait */
function messageOf(block: string): StreamMessage | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return null
  const id = fields.get('id')
  return { id: id === undefined ? null : Number(id), data: JSON.parse(data) }
}
