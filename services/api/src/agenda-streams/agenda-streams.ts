import type { ServerResponse } from 'node:http'
import {
  type AgendaFeed,
  type AgendaFeeds,
  type AgendaNotice,
  allow,
  ownProfessionalId,
  type RequestContext,
} from '@silla/core'
import type { Listener } from '@silla/db'
import { type Code, fail, Refusal } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import { serializeAgendaNotice, serializeStreamEnd, streamComment, streamStart } from '@silla/wire'
import type { StreamEnd } from '../metrics.ts'

/** The streams of agendas that are open in this process (D70). */
export interface AgendaStreams {
  /**
   * Opens a stream. The session's oldest stream gives way to the fourth one.
   *
   * @throws SERVICE_UNAVAILABLE when the process has as many as it may, or the database does not respond
   */
  open(request: StreamRequest): Promise<void>
  /** How many are open. */
  size(): number
  /** Ends all; clients connect again. */
  close(): void
}

export interface StreamRequest {
  context: RequestContext
  principal: Principal
  /** Returns the present rights, or throws when there are none any more. */
  check(): Promise<Principal>
  contextOf(principal: Principal): RequestContext
  /** null: from now on */
  after: number | null
  response: ServerResponse
  /** Sends the head of the response. */
  sendHead(): void
}

export interface AgendaStreamLimits {
  streams: number
  streamsOfBusiness: number
  streamsOfSession: number
  /** What a client may leave unread before it is dropped. */
  unreadBytes: number
  /** Between two comments, at each of which the session is checked. */
  commentSeconds: number
}

const defaultLimits: AgendaStreamLimits = {
  streams: 5000,
  streamsOfBusiness: 500,
  streamsOfSession: 3,
  unreadBytes: 64 * 1024,
  commentSeconds: 15,
}

/** Clients of a process that has stopped do not come back all at once. */
const retryMilliseconds = () => 1000 + Math.floor(Math.random() * 2000)

export function openAgendaStreams({
  feeds,
  listener,
  onEnd,
  onError,
  limits,
}: {
  feeds: AgendaFeeds
  listener: Listener
  onEnd: (reason: StreamEnd) => void
  /** Called when the rights of a stream could not be checked, once until they can be. */
  onError: (error: unknown) => void
  limits?: Partial<AgendaStreamLimits> | undefined
}): AgendaStreams {
  const own = { ...defaultLimits, ...limits }
  const streams = new Set<Stream>()
  const businesses = new Map<string, Set<Stream>>()
  let second = 0
  let isFailing = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  for (const channel of ['silla_staff', 'silla_keys'] as const)
    listener.on(channel, (businessId) => {
      for (const stream of businesses.get(businessId) ?? []) void check(stream)
    })
  listener.onGap(() => {
    for (const stream of streams) void check(stream)
  })

  return { open, size: () => streams.size, close }

  async function open({ context, response, sendHead, after, ...request }: StreamRequest) {
    const { businessId } = context.tenant
    if (
      isClosed ||
      streams.size >= own.streams ||
      (businesses.get(businessId)?.size ?? 0) >= own.streamsOfBusiness
    )
      fail('SERVICE_UNAVAILABLE')
    const feed = await feeds.open(businessId, context.clock)
    if (response.destroyed || isClosed) {
      feed.leave()
      response.destroy()
      return
    }
    const stream: Stream = {
      ...{ businessId, session: sessionOf(context, request.principal), response, feed },
      professionalId: ownProfessionalId(context),
      // those that are open are not all written to at the same time
      turn: second + streams.size,
      async check() {
        const present = request.contextOf(await request.check())
        allow(present, 'agenda.own')
        stream.professionalId = ownProfessionalId(present)
      },
    }
    add(stream)
    response.on('close', () => remove(stream, 'client'))
    sendHead()
    write(stream, streamStart(retryMilliseconds()))
    try {
      await feed.follow(after, {
        professionalId: () => stream.professionalId,
        receive: (notice) => write(stream, textOf(notice, businessId)),
      })
    } catch {
      // the client connects again, and continues where it was
      end(stream, 'database')
    }
  }

  function add(stream: Stream) {
    const ofBusiness = businesses.get(stream.businessId) ?? new Set()
    const ofSession = [...ofBusiness].filter(({ session }) => session === stream.session)
    for (const oldest of ofSession.slice(0, ofSession.length + 1 - own.streamsOfSession))
      end(oldest, 'replaced', 'RATE_LIMIT_EXCEEDED')
    streams.add(stream)
    businesses.set(stream.businessId, ofBusiness.add(stream))
    timer ??= setInterval(tick, 1000)
  }

  function remove(stream: Stream, reason: StreamEnd): boolean {
    if (!streams.delete(stream)) return false
    stream.feed.leave()
    const ofBusiness = businesses.get(stream.businessId)
    ofBusiness?.delete(stream)
    if (ofBusiness?.size === 0) businesses.delete(stream.businessId)
    if (streams.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    onEnd(reason)
    return true
  }

  /** @param code the client is not to open it again; absent: it may */
  function end(stream: Stream, reason: StreamEnd, code?: Code) {
    if (!remove(stream, reason)) return
    if (code !== undefined) stream.response.write(serializeStreamEnd(code))
    stream.response.end()
  }

  /** What a client does not read is not kept for it: it connects again when it does. */
  function write(stream: Stream, text: string) {
    if (!streams.has(stream)) return
    stream.response.write(text)
    if (stream.response.writableLength > own.unreadBytes && remove(stream, 'slow'))
      stream.response.destroy()
  }

  function tick() {
    second++
    for (const stream of streams) {
      if ((stream.turn - second) % own.commentSeconds !== 0) continue
      write(stream, streamComment)
      void check(stream)
    }
  }

  /** Ends a stream whose session has ended, and adjusts one whose rights are others now. */
  async function check(stream: Stream): Promise<void> {
    try {
      await stream.check()
      isFailing = false
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) end(stream, 'session', error.code)
      else if (!isFailing) {
        isFailing = true
        onError(error)
      }
    }
  }

  function close() {
    isClosed = true
    for (const stream of streams) end(stream, 'shutdown')
    feeds.close()
  }
}

interface Stream {
  businessId: string
  session: string
  response: ServerResponse
  feed: AgendaFeed
  /** Whose agenda it shows; null: everybody's */
  professionalId: number | null
  /** The second in which it is written to, among those between two comments. */
  turn: number
  check(): Promise<void>
}

/** A notice goes to all followers of a salon in turn: its text is written once. */
const textOf = (notice: AgendaNotice, businessId: string): string => {
  let text = texts.get(notice)
  if (text === undefined) {
    text = serializeAgendaNotice(notice, businessId)
    texts.set(notice, text)
  }
  return text
}

const texts = new WeakMap<AgendaNotice, string>()

/** A person may have several sessions, each with its own streams. */
const sessionOf = ({ identity }: RequestContext, { keyId }: Principal): string =>
  identity.kind === 'staff' ? `session ${identity.sessionId}` : keyId
