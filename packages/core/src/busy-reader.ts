import {
  availabilityQueries,
  busySpansOf,
  type OwnedClaim,
  ownedClaimsOf,
  type TenantDb,
} from '@silla/db'
import type { Clock } from './clock.ts'

export type ResourceWindow = availabilityQueries.ResourceWindow

/** What is taken in some windows, read in one snapshot with the version of the catalogue. */
export interface BusySpans {
  catalogVersion: number
  /** Of each window: sorted and disjoint, as start, end, start, end in minutes since 1970. */
  spans: readonly (readonly number[])[]
  /** Those among them that are blocks, and others; null unless they were needed. */
  blocks: readonly OwnedClaim[] | null
}

/** What is needed beside the claims. */
export interface BusyNeeds {
  /** The blocks: they do not count for who is assigned (D32). */
  blocks: boolean
  /** A booking whose own claims count as free; null: none */
  exceptBooking: number | null
}

/** Reads the claims on resources, for all requests of a process. */
export interface BusyReader {
  /**
   * The claims in some windows, in the order of the windows. While a call for a salon is running,
   * its further requests wait and are then sent together. A request never joins a call that was
   * already sent: what it receives was read after it came. When a call fails, all its requests
   * receive the error. A request without the claims of one booking has a call of its own.
   */
  read(
    db: TenantDb,
    clock: Clock,
    windows: readonly ResourceWindow[],
    needs: BusyNeeds,
  ): Promise<BusySpans>
}

/** Requests that are together longer than this, in days of a resource, are not sent together. */
const maxDaysTogether = 1_000

/** @param maxWaitMilliseconds after which a call is sent although another one is still running */
export function openBusyReader(maxWaitMilliseconds = 50): BusyReader {
  const salons = new Map<string, Salon>()

  return {
    async read(db, clock, windows, { blocks, exceptBooking }) {
      if (exceptBooking !== null) return readByOwner(db, clock, windows, exceptBooking)
      const salon = salonOf(db.businessId)
      const call =
        salon.waiting && hasRoom(salon.waiting, windows)
          ? salon.waiting
          : nextCall(salon, maxWaitMilliseconds, (call) =>
              call.blocks
                ? readByOwner(db, clock, call.windows, null)
                : readBusy(db, clock, call.windows),
            )
      const indexes = windows.map((window) => addWindow(call, window))
      call.blocks ||= blocks
      const { spans, ...shared } = await call.result
      return { ...shared, spans: indexes.map((index) => spans[index] as readonly number[]) }
    },
  }

  /** Salons are listed while they have a call. */
  function salonOf(businessId: string): Salon {
    let salon = salons.get(businessId)
    if (salon === undefined) {
      salon = { running: 0, waiting: null, onIdle: () => salons.delete(businessId) }
      salons.set(businessId, salon)
    }
    return salon
  }
}

interface Salon {
  /** How many calls were sent and not answered. */
  running: number
  /** The call that further requests join. */
  waiting: Call | null
  onIdle(): void
}

/** One call of the database for the windows of one or more requests. */
interface Call {
  windows: ResourceWindow[]
  /** The position of each window, by its text: requests for the same window share it. */
  indexes: Map<string, number>
  days: number
  /** Whether a request needs the blocks. */
  blocks: boolean
  result: Promise<BusySpans>
  send(): void
}

/** A new call; the one that waited is full and is sent. */
function nextCall(
  salon: Salon,
  maxWaitMilliseconds: number,
  query: (call: Call) => Promise<BusySpans>,
): Call {
  salon.waiting?.send()
  const { promise, resolve } = Promise.withResolvers<BusySpans>()
  const call: Call = {
    windows: [],
    indexes: new Map(),
    days: 0,
    blocks: false,
    result: promise,
    send,
  }
  salon.waiting = call
  // also alone it waits for the other requests that have arrived with this one
  const timer = salon.running === 0 ? null : setTimeout(send, maxWaitMilliseconds)
  if (timer === null) setImmediate(send)
  return call

  function send() {
    if (salon.waiting !== call) return
    salon.waiting = null
    if (timer !== null) clearTimeout(timer)
    salon.running++
    resolve(query(call).finally(onAnswer))
  }

  function onAnswer() {
    salon.running--
    salon.waiting?.send()
    if (salon.running === 0 && salon.waiting === null) salon.onIdle()
  }
}

async function readBusy(
  db: TenantDb,
  clock: Clock,
  windows: readonly ResourceWindow[],
): Promise<BusySpans> {
  const [row] = await db.query((sql) =>
    availabilityQueries.findBusySpans(sql, db.businessId, windows, clock.now()),
  )
  return { ...spansOf(db, windows, row), blocks: null }
}

async function readByOwner(
  db: TenantDb,
  clock: Clock,
  windows: readonly ResourceWindow[],
  exceptBooking: number | null,
): Promise<BusySpans> {
  const [row] = await db.query((sql) =>
    availabilityQueries.findBusySpansByOwner(
      sql,
      db.businessId,
      windows,
      exceptBooking,
      clock.now(),
    ),
  )
  const { catalogVersion, spans } = spansOf(db, windows, row)
  const own = ownedClaimsOf(row?.own ?? noClaims)
  return {
    catalogVersion,
    spans:
      own.length === 0 ? spans : spans.map((taken, index) => without(taken, windows[index], own)),
    blocks: ownedClaimsOf(row?.blocks ?? noClaims),
  }
}

const noClaims = new Uint8Array()

function spansOf(
  { businessId }: TenantDb,
  windows: readonly ResourceWindow[],
  row: availabilityQueries.BusySpansRow | undefined,
) {
  const { catalogVersion = null, claims = null } = row ?? {}
  if (catalogVersion === null || claims === null)
    throw new Error(`business ${businessId} has no profile`)
  return { catalogVersion, spans: busySpansOf(claims, windows.length) }
}

/** Claims of one resource do not overlap, so that its start identifies a claim. */
function without(
  taken: readonly number[],
  window: ResourceWindow | undefined,
  own: readonly OwnedClaim[],
): number[] {
  const starts = new Set(
    own.filter(({ resourceId }) => resourceId === window?.resourceId).map(({ start }) => start),
  )
  return taken.filter((_, index) => !starts.has(taken[index - (index % 2)] as number))
}

const hasRoom = (call: Call, windows: readonly ResourceWindow[]): boolean =>
  call.days + daysOf(windows) <= maxDaysTogether

function addWindow(call: Call, window: ResourceWindow): number {
  const key = `${window.resourceId} ${window.from} ${window.to}`
  let index = call.indexes.get(key)
  if (index === undefined) {
    index = call.windows.push(window) - 1
    call.indexes.set(key, index)
    call.days += daysOf([window])
  }
  return index
}

const minutesPerDay = 24 * 60

const daysOf = (windows: readonly ResourceWindow[]): number =>
  windows.reduce((days, { from, to }) => days + (to - from) / minutesPerDay, 0)
