import {
  availabilityQueries,
  busySpansOf,
  type OwnedClaim,
  ownedClaimsOf,
  type TenantDb,
} from '@silla/db'
import { openCallQueues } from './call-queues.ts'
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
  const calls = openCallQueues<CallContent, BusySpans>(maxWaitMilliseconds)

  return {
    async read(db, clock, windows, { blocks, exceptBooking }) {
      if (exceptBooking !== null) return readByOwner(db, clock, windows, exceptBooking)
      const days = windows.reduce((sum, window) => sum + daysOf(window), 0)
      const { content, result } = calls.join(db.businessId, {
        isOpen: (content) => content.days + days <= maxDaysTogether,
        open: () => ({ windows: [], indexes: new Map(), days: 0, blocks: false }),
        query: (content) =>
          content.blocks
            ? readByOwner(db, clock, content.windows, null)
            : readBusy(db, clock, content.windows),
      })
      const indexes = windows.map((window) => addWindow(content, window))
      content.blocks ||= blocks
      const { spans, ...shared } = await result
      return { ...shared, spans: indexes.map((index) => spans[index] as readonly number[]) }
    },
  }
}

/** What one call of the database reads for one or more requests. */
interface CallContent {
  windows: ResourceWindow[]
  /** The position of each window, by its text: requests for the same one share it. */
  indexes: Map<string, number>
  days: number
  /** Whether a request needs the blocks. */
  blocks: boolean
}

function addWindow(content: CallContent, window: ResourceWindow): number {
  const key = `${window.resourceId} ${window.from} ${window.to}`
  let index = content.indexes.get(key)
  if (index === undefined) {
    index = content.windows.push(window) - 1
    content.indexes.set(key, index)
    content.days += daysOf(window)
  }
  return index
}

const minutesPerDay = 24 * 60

const daysOf = ({ from, to }: ResourceWindow): number => (to - from) / minutesPerDay

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
