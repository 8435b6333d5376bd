import type { importQueries } from '@silla/db'
import { type ImportNote, importNote } from '@silla/errors'
import { type BusyTime, type EpochMinute, overlapping, searchEndingFrom } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'

interface Claimed {
  resourceId: number
  start: EpochMinute
  end: EpochMinute
}

/** What is taken, by bookings of the salon and by rows of the file that come before. */
export interface BusyTimes {
  busy: BusyTime
  add(claims: readonly Claimed[], owner: ImportNote): void
  /** What is said of who has a time of one of these resources; null: nobody. */
  ownerOf(resourceIds: readonly number[], start: EpochMinute, end: EpochMinute): ImportNote | null
}

export function busyTimes(
  { professionals, resourceTypes }: Catalog,
  taken: readonly importQueries.OwnedTime[],
): BusyTimes {
  const resources = [
    ...professionals.map(({ id }) => id),
    ...resourceTypes.flatMap(({ unitIds }) => unitIds),
  ]
  const busy = new Map<number, EpochMinute[]>(resources.map((id) => [id, []]))
  const owners = new Map<string, ImportNote>()
  const add = ({ resourceId, start, end }: Claimed, owner: ImportNote) => {
    const spans = busy.get(resourceId) ?? []
    spans.splice(searchEndingFrom(spans, end), 0, start, end)
    busy.set(resourceId, spans)
    owners.set(`${resourceId} ${start}`, owner)
  }
  for (const { resourceId, startsAt, endsAt, code } of taken) {
    const owner =
      code === null ? importNote('taken_by_block') : importNote('taken_by_booking', { code })
    add({ resourceId, start: minuteOf(startsAt), end: minuteOf(endsAt) }, owner)
  }
  return {
    busy,
    add: (claims, owner) => {
      for (const claim of claims) add(claim, owner)
    },
    ownerOf(resourceIds, start, end) {
      for (const resourceId of resourceIds) {
        const [first] = overlapping(busy.get(resourceId) ?? [], start, end)
        if (first !== undefined) return owners.get(`${resourceId} ${first}`) ?? null
      }
      return null
    },
  }
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000)
