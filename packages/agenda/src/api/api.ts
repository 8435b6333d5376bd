import { createSillaFetch, type Wire } from '@silla/client'
import {
  type Answer,
  createRest,
  type Failure,
  failureOf,
  type Rest,
  resultOf,
  toFailure,
} from '@silla/widget/shared'
import type { Language } from '../text/language.ts'
import { newKey } from './idempotency-key.ts'
import type { Session } from './session.ts'

export type Agenda = Wire['Agenda']
export type AgendaMonth = Wire['AgendaMes']

/** The API as the person who is signed in. A request that does not succeed throws a `Failure`. */
export interface Api {
  /** The result of a call of the client: `api.call((silla) => silla.GET('/api/v1/negocio/'))`. */
  call<T>(request: (silla: Rest) => Promise<Answer<T>>): Promise<T>
  /** Who is signed in. */
  session(): Promise<Session>
  signOut(): Promise<void>
  /**
   * Some days as they are now (D69).
   *
   * @param known what was read before, with the same query: it is returned when nothing has changed
   */
  agenda(query: AgendaQuery, known: Known<Agenda> | null): Promise<Known<Agenda>>
  /** How full the days of a month are; `known` as of `agenda`. */
  agendaMonth(query: MonthQuery, known: Known<AgendaMonth> | null): Promise<Known<AgendaMonth>>
}

export interface AgendaQuery {
  /** Absent: today. */
  fecha?: string | undefined
  dias?: number
  peluquero_id?: number | undefined
}

export interface MonthQuery {
  /** `2030-03` */
  mes: string
  peluquero_id?: number | undefined
}

/** What was read, and the ETag with which it was sent. */
export interface Known<T> {
  value: T
  etag: string
}

interface Options {
  language: Language
  /** Nobody is signed in any more, or a shared device is locked. */
  onSessionEnd: (failure: Failure) => void
  /** The person may not do what was asked for. */
  onRefusedRight: () => void
  /** A request of `call` was answered: there is a connection. */
  onAnswer: () => void
  /** The salon that the page shows; null: none yet. */
  shownSalon: () => string | null
}

export function createApi({
  language,
  onSessionEnd,
  onRefusedRight,
  onAnswer,
  shownSalon,
}: Options): Api {
  // the cookie is sent by the browser; longer waits are shown, with a way to go on
  const options = {
    ...{ baseUrl: location.origin, apiKey: null, language },
    maxRetryAfterSeconds: 2,
  }
  const rest = ofSalon(createRest(options), shownSalon)
  const send = createSillaFetch(options)

  async function read(path: string, init: RequestInit = {}): Promise<Response> {
    const salon = shownSalon()
    const headers = {
      'accept-language': language,
      ...(salon !== null && { [salonHeader]: salon }),
      ...init.headers,
    }
    return send(new Request(`${location.origin}/api/v1${path}`, { ...init, headers }))
  }

  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const failure = toFailure(error)
      if (isSessionEnd(failure)) onSessionEnd(failure)
      if (failure.code === 'PERMISSION_REQUIRED') onRefusedRight()
      throw failure
    }
  }

  return {
    call: async (request) => {
      const result = await guarded(resultOf(request(rest)))
      onAnswer()
      return result
    },

    session: () => guarded(read('/sesion/').then((response) => dataOf<Session>(response))),

    signOut: async () => {
      await guarded(read('/sesion/', { method: 'DELETE' }).then(dataOf))
    },

    agenda: (query, known) => guarded(unlessKnown('/agenda/', query, known)),

    agendaMonth: (query, known) => guarded(unlessKnown('/agenda/mes/', query, known)),
  }

  async function unlessKnown<T>(
    path: string,
    query: object,
    known: Known<T> | null,
  ): Promise<Known<T>> {
    const parameters = new URLSearchParams({ lang: language })
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, `${value}`)
    const headers: HeadersInit = known ? { 'if-none-match': known.etag } : {}
    const response = await read(`${path}?${parameters}`, { headers })
    if (known && response.status === 304) return known
    return { value: await dataOf<T>(response), etag: response.headers.get('etag') ?? '' }
  }
}

/** Another window may have gone on to another salon: a request says which one it is for. */
const salonHeader = 'x-negocio'

/**
 * Requests of the salon that is shown. A change keeps its key until the API has answered it (D19): who
 * does the same again after a lost connection does it once. A task of several changes, which begins with
 * the first one again, has keys of its own.
 */
function ofSalon(rest: Rest, shownSalon: Options['shownSalon']): Rest {
  const unanswered = new Map<string, string>()
  const method = (name: keyof Rest) => {
    const send = rest[name] as (path: string, parts: Parts) => Promise<{ response: Response }>
    return async (path: string, { params, ...parts }: Parts = {}) => {
      const change = JSON.stringify([name, path, params, parts])
      const key = unanswered.get(change) ?? newKey()
      if (name !== 'GET') unanswered.set(change, key)
      const header = {
        [salonHeader]: shownSalon() ?? undefined,
        ...(name !== 'GET' && { 'idempotency-key': key }),
        ...params?.header,
      }
      const answer = await send(path, { ...parts, params: { ...params, header } })
      const { status } = answer.response
      // 409: perhaps the first request is still running
      if (status < 500 && status !== 409) unanswered.delete(change)
      return answer
    }
  }
  return {
    GET: method('GET'),
    POST: method('POST'),
    PUT: method('PUT'),
    DELETE: method('DELETE'),
  } as Rest
}

interface Parts {
  params?: { header?: Record<string, string | boolean | undefined> }
  body?: unknown
}

async function dataOf<T>(response: Response): Promise<T> {
  const body = await response.json()
  if (response.ok) return body.data
  throw failureOf(body, response)
}

/** What the API says when nobody is signed in; a shared device may be locked. */
const sessionCodes: ReadonlySet<string> = new Set([
  'SESSION_ENDED',
  'SESSION_LOCKED',
  'API_KEY_REQUIRED',
])

export const isSessionEnd = ({ code }: Failure): boolean => sessionCodes.has(code)
