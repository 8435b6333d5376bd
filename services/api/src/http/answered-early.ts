import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Connections whose request has its response already, although its body has not arrived. */
const answered = new WeakSet<Socket>()

/** The request gets its response now. */
export function noteAnswer(request: IncomingMessage): void {
  if (request.complete) return
  const { socket } = request
  answered.add(socket)
  request.once('end', () => answered.delete(socket))
}

/** Another response would not belong to any request. */
export const isAnsweredEarly = (socket: Socket): boolean => answered.has(socket)
