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
export type ResourceGroup = availabilityQueries.ResourceGroup

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

/** What is taken of a group of resources, with a fingerprint of it. */
export interface FingerprintedSpans {
  catalogVersion: number
  /** Stands for the claims and the blocks; equal only when these are. null: there is none */
  fingerprint: string | null
  /** Those of each resource, and the blocks; null: the fingerprint is the known one. */
  busy: (Pick<BusySpans, 'spans'> & { blocks: readonly OwnedClaim[] }) | null
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
  /**
   * The claims on a group of resources, unless their fingerprint is the known one. It is computed
   * from the claims each time, so that nothing is known too long. Requests share calls as in `read`.
   */
  readGroup(db: TenantDb, clock: Clock, group: ResourceGroup): Promise<FingerprintedSpans>
}

/** Requests that are together longer than this, in days of a resource, are not sent together. */
const maxDaysTogether = 1_000

/** @param maxWaitMilliseconds after which a call is sent although another one is still running */
export function openBusyReader(maxWaitMilliseconds = 50): BusyReader {
  const windowCalls = openCallQueues<WindowParts, BusySpans>(maxWaitMilliseconds)
  const groupCalls = openCallQueues<Parts<ResourceGroup>, FingerprintedSpans[]>(maxWaitMilliseconds)

  return {
    async read(db, clock, windows, { blocks, exceptBooking }) {
      if (exceptBooking !== null) return readByOwner(db, clock, windows, exceptBooking)
      const days = windows.reduce((sum, window) => sum + daysOf(window), 0)
      const { content, result } = windowCalls.join(db.businessId, {
        isOpen: (content) => content.days + days <= maxDaysTogether,
        open: () => ({ ...noParts<ResourceWindow>(), blocks: false }),
        query: (content) =>
          content.blocks
            ? readByOwner(db, clock, content.parts, null)
            : readBusy(db, clock, content.parts),
      })
      const indexes = windows.map((window) =>
        addPart(content, window, `${window.resourceId} ${window.from} ${window.to}`),
      )
      content.blocks ||= blocks
      const { spans, ...shared } = await result
      return { ...shared, spans: indexes.map((index) => spans[index] as readonly number[]) }
    },
    async readGroup(db, clock, group) {
      const { resourceIds, from, to, fingerprint } = group
      const key = `${from} ${to} ${fingerprint} ${resourceIds.join()}`
      const { content, result } = groupCalls.join(db.businessId, {
        isOpen: (content) =>
          content.indexes.has(key) || content.days + daysOf(group) <= maxDaysTogether,
        open: noParts<ResourceGroup>,
        query: (content) => readGroups(db, clock, content.parts),
      })
      const index = addPart(content, group, key)
      return (await result)[index] as FingerprintedSpans
    },
  }
}

/** What one call of the database reads for one or more requests. */
interface Parts<Part> {
  parts: Part[]
  /** The position of each part, by its text: requests for the same part share it. */
  indexes: Map<string, number>
  days: number
}

interface WindowParts extends Parts<ResourceWindow> {
  /** Whether a request needs the blocks. */
  blocks: boolean
}

const noParts = <Part>(): Parts<Part> => ({ parts: [], indexes: new Map(), days: 0 })

function addPart<Part extends ResourceWindow | ResourceGroup>(
  content: Parts<Part>,
  part: Part,
  key: string,
): number {
  let index = content.indexes.get(key)
  if (index === undefined) {
    index = content.parts.push(part) - 1
    content.indexes.set(key, index)
    content.days += daysOf(part)
  }
  return index
}

const minutesPerDay = 24 * 60

const daysOf = (part: ResourceWindow | ResourceGroup): number =>
  (('resourceIds' in part ? part.resourceIds.length : 1) * (part.to - part.from)) / minutesPerDay

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

async function readGroups(
  db: TenantDb,
  clock: Clock,
  groups: readonly ResourceGroup[],
): Promise<FingerprintedSpans[]> {
  const rows = await db.query((sql) =>
    availabilityQueries.findChangedBusySpans(sql, db.businessId, groups, clock.now()),
  )
  return groups.map(({ resourceIds }, index) => {
    const {
      catalogVersion = null,
      fingerprint = null,
      claims = null,
      blocks = null,
    } = rows[index] ?? {}
    if (catalogVersion === null) throw new Error(`business ${db.businessId} has no profile`)
    const busy = claims && {
      spans: busySpansOf(claims, resourceIds.length),
      blocks: ownedClaimsOf(blocks ?? noClaims),
    }
    return { catalogVersion, fingerprint, busy }
  })
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
