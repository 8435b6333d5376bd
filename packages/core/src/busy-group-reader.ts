import {
  availabilityQueries,
  busySpansOf,
  type OwnedClaim,
  ownedClaimsOf,
  type TenantDb,
} from '@silla/db'
import { openCallQueues } from './call-queues.ts'
import type { Clock } from './clock.ts'
import { groupParts } from './group-parts.ts'

/** The same time of several resources, in minutes since 1970. */
export interface ResourceGroup {
  resourceIds: readonly number[]
  from: number
  to: number
  /** That of the claims as they are known; null: they are not */
  fingerprint: string | null
}

/** What is taken of a group of resources, with a fingerprint of it. */
export interface FingerprintedSpans {
  catalogVersion: number
  /** Stands for the claims and the blocks; equal only when these are. null: there is none */
  fingerprint: string | null
  /**
   * The claims of each resource as in `BusySpans`, and the blocks of this time and others; null: the
   * fingerprint is the known one.
   */
  busy: { spans: readonly (readonly number[])[]; blocks: readonly OwnedClaim[] } | null
}

/** Reads what is taken of groups of resources, for all requests of a process. */
export interface BusyGroupReader {
  /**
   * The claims on a group of resources, unless their fingerprint is the known one. It is computed
   * from the claims each time, so that nothing is known too long. Requests for the same resources
   * share calls as in `BusyReader`.
   */
  read(db: TenantDb, clock: Clock, group: ResourceGroup): Promise<FingerprintedSpans>
}

/**
 * Requests that are together longer than this, in days of a resource, are not sent together: as many
 * as the longest range of twenty people has, with the days before it.
 */
const maxDaysTogether = 2_000

/** @param maxWaitMilliseconds after which a call is sent although another one is still running */
export function openBusyGroupReader(maxWaitMilliseconds = 50): BusyGroupReader {
  const calls = openCallQueues<CallContent, FingerprintedSpans[]>(maxWaitMilliseconds)

  return {
    async read(db, clock, group) {
      const { resourceIds } = group
      const { content, result } = calls.join(`${db.businessId} ${resourceIds.join()}`, {
        isOpen: (content) =>
          content.indexes.has(keyOf(group)) ||
          resourceIds.length * daysTogether(content, group) <= maxDaysTogether,
        open: () => ({ groups: [], indexes: new Map(), days: 0, from: group.from, to: group.to }),
        query: ({ groups }) => readGroups(db, clock, resourceIds, groups),
      })
      const index = add(content, group)
      return (await result)[index] as FingerprintedSpans
    },
  }
}

/** What one call of the database reads for one or more requests. */
interface CallContent {
  groups: ResourceGroup[]
  /** The position of each group, by its text: requests for the same one share it. */
  indexes: Map<string, number>
  /** Of all groups, one after the other. */
  days: number
  from: number
  to: number
}

const keyOf = ({ from, to, fingerprint }: ResourceGroup): string => `${from} ${to} ${fingerprint}`

function add(content: CallContent, group: ResourceGroup): number {
  const key = keyOf(group)
  const known = content.indexes.get(key)
  if (known !== undefined) return known
  const index = content.groups.push(group) - 1
  content.indexes.set(key, index)
  content.days += daysOf(group)
  content.from = Math.min(content.from, group.from)
  content.to = Math.max(content.to, group.to)
  return index
}

/** At most: groups far from each other leave out what is between them, others share days. */
const daysTogether = (content: CallContent, group: ResourceGroup): number =>
  Math.min(
    content.days + daysOf(group),
    daysOf({ from: Math.min(content.from, group.from), to: Math.max(content.to, group.to) }),
  )

const daysOf = ({ from, to }: Pick<ResourceGroup, 'from' | 'to'>): number =>
  (to - from) / minutesPerDay

const minutesPerDay = 24 * 60

async function readGroups(
  db: TenantDb,
  clock: Clock,
  resourceIds: readonly number[],
  groups: readonly ResourceGroup[],
): Promise<FingerprintedSpans[]> {
  const { parts, partsOf } = groupParts(groups)
  const windows = groups.map(({ fingerprint }, index) => {
    return { fingerprint, parts: partsOf[index] as number[] }
  })
  const [row] = await db.query((sql) =>
    availabilityQueries.findBusySpansIfChanged(
      sql,
      db.businessId,
      { resourceIds, parts, windows },
      clock.now(),
    ),
  )
  const { catalogVersion = null, fingerprints = null, readParts = null } = row ?? {}
  if (catalogVersion === null) throw new Error(`business ${db.businessId} has no profile`)
  const read = readParts ?? []
  const spans = busySpansOf(row?.claims ?? noClaims, read.length * resourceIds.length)
  const blocks = distinct(ownedClaimsOf(row?.blocks ?? noClaims))

  return windows.map(({ parts, fingerprint: known }, index) => {
    const fingerprint = fingerprints?.[index] ?? null
    const isKnown = fingerprint !== null && fingerprint === known
    return { catalogVersion, fingerprint, busy: isKnown ? null : { spans: spansOf(parts), blocks } }
  })

  /** Of each resource: the parts are in the order of time, so that their claims are, too. */
  function spansOf(parts: readonly number[]): number[][] {
    const starts = parts.map((part) => read.indexOf(part + 1) * resourceIds.length)
    return resourceIds.map((_, index) => {
      const [first = [], ...others] = starts.map((start) => spans[start + index] as number[])
      return others.length === 0 ? first : first.concat(...others)
    })
  }
}

/** Windows that are not divided may have the blocks of a day in common. */
function distinct(blocks: readonly OwnedClaim[]): OwnedClaim[] {
  const found = new Map(blocks.map((block) => [`${block.resourceId} ${block.start}`, block]))
  return [...found.values()]
}

const noClaims = new Uint8Array()
