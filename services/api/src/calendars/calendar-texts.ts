import {
  type CalendarDay,
  type CalendarReading,
  type CalendarRevision,
  type KnownCalendar,
  openCallQueues,
  openSlices,
  readCalendarDays,
  type TenantContext,
} from '@silla/core'
import { createSemaphore, maxOutageMilliseconds, type SemaphoreLimits } from '@silla/db'
import {
  calendarEnd,
  serializeCalendarBlock,
  serializeCalendarBooking,
  serializeCalendarHead,
} from '@silla/wire'
import { LRUCache } from 'lru-cache'

/** The text of a calendar in parts, and the revision that it has. */
export interface CalendarText {
  revision: CalendarRevision
  parts: Buffer[]
  bytes: number
}

export interface CalendarTextLimits extends SemaphoreLimits {
  /** Of one calendar: it ends before the day with which it would be larger. */
  calendarBytes: number
  /** Of the days that are cached, of all calendars. */
  cachedBytes: number
}

/** Two calendars at a time are written in a process, and one of each business. */
const defaultLimits: CalendarTextLimits = {
  slots: 2,
  slotsPerBusiness: 1,
  maxWaiting: 200,
  maxWaitingPerBusiness: 50,
  maxWaitMilliseconds: 2000,
  calendarBytes: 16 * 1024 * 1024,
  cachedBytes: 32 * 1024 * 1024,
}

/** Writes calendars, for all requests of a process. */
export interface CalendarTexts {
  /**
   * The calendar of a salon or of one professional. Its days are cached, and those that have not changed
   * are not written again. Requests that come while the calendar is being written wait and then
   * share it, as it is after they came.
   *
   * @param professionalId null: of the salon
   * @param inSlots makes a read of the database a request among those of the salon
   * @returns null: there is no such professional
   * @throws SERVICE_UNAVAILABLE when too many calendars wait to be written
   */
  read(
    context: TenantContext,
    professionalId: number | null,
    inSlots: InSlots,
  ): Promise<CalendarText | null>
}

type InSlots = <T>(work: () => Promise<T>) => Promise<T>

export function openCalendarTexts(
  limits: Partial<CalendarTextLimits> = {},
  slicesOf = openSlices,
): CalendarTexts {
  const { calendarBytes, cachedBytes, ...concurrency } = { ...defaultLimits, ...limits }
  const writers = createSemaphore(concurrency)
  const calls = openCallQueues<null, CalendarText | null>(maxOutageMilliseconds)
  const cache = new LRUCache<string, WrittenCalendar>({ maxSize: cachedBytes })

  return {
    read(context, professionalId, inSlots) {
      const { businessId } = context.tenant.db
      const key = `${businessId} ${professionalId ?? ''}`
      const write = () => writers.run(businessId, () => read(context, professionalId, key, inSlots))
      return calls.join(key, { isOpen: () => true, open: () => null, query: write }).result
    },
  }

  async function read(
    context: TenantContext,
    professionalId: number | null,
    key: string,
    inSlots: InSlots,
  ): Promise<CalendarText | null> {
    const slices = slicesOf()
    let written = cache.get(key)
    for (;;) {
      const known = written === undefined ? null : knownOf(written)
      const reading = await inSlots(() => readCalendarDays(context, professionalId, known))
      if (reading === null) return null
      written = await update(written, reading, slices)
      cache.set(key, written, { size: sizeOf(written) })
      const text = textOf(written, reading, calendarBytes)
      if (text !== null) return text
    }
  }
}

/** The days of a calendar as text, made with a version of the catalogue. */
interface WrittenCalendar {
  catalogVersion: number
  bookings: ReadonlyMap<number, WrittenDay>
  blocks: ReadonlyMap<number, WrittenDay>
}

interface WrittenDay {
  version: string
  parts: Buffer[]
  bytes: number
}

const knownOf = ({ catalogVersion, bookings, blocks }: WrittenCalendar): KnownCalendar => ({
  catalogVersion,
  bookings: knownDaysOf(bookings),
  blocks: knownDaysOf(blocks),
})

const knownDaysOf = (days: ReadonlyMap<number, WrittenDay>): KnownCalendar['bookings'] => ({
  days: [...days.keys()],
  versions: Array.from(days.values(), ({ version }) => version),
})

/** What was written before, with the days that were read. Days that are past are left out. */
async function update(
  written: WrittenCalendar | undefined,
  { calendar, revision: { catalogVersion }, bookings, blocks }: CalendarReading,
  slices: Slices,
): Promise<WrittenCalendar> {
  const before = written?.catalogVersion === catalogVersion ? written : undefined
  return {
    catalogVersion,
    bookings: await updateDays(before?.bookings, bookings, slices, (booking) =>
      serializeCalendarBooking(booking, calendar),
    ),
    blocks: await updateDays(before?.blocks, blocks, slices, (block) =>
      serializeCalendarBlock(block, calendar),
    ),
  }
}

type Slices = ReturnType<typeof openSlices>

async function updateDays<Entry>(
  before: ReadonlyMap<number, WrittenDay> | undefined,
  days: readonly CalendarDay<Entry>[],
  slices: Slices,
  serialize: (entry: Entry) => string,
): Promise<ReadonlyMap<number, WrittenDay>> {
  const updated = new Map<number, WrittenDay>()
  for (const { day, version, entries } of days) {
    const written = entries === null ? before?.get(day) : await write(version, entries)
    if (written?.version === version) updated.set(day, written)
  }
  return updated

  /**
   * In slices. Entries are encoded a few at a time: V8 keeps a text that was joined from pieces as a
   * tree of them until it is read, millions of objects for a large calendar.
   */
  async function write(
    version: string,
    entries: readonly (() => Iterable<Entry>)[],
  ): Promise<WrittenDay> {
    const parts: Buffer[] = []
    let text = ''
    for (const some of entries) {
      for (const entry of some()) {
        text += serialize(entry)
        if (text.length >= partLength) {
          parts.push(Buffer.from(text))
          text = ''
        }
        const pause = slices.pause()
        if (pause !== undefined) await pause
      }
    }
    if (text !== '') parts.push(Buffer.from(text))
    return { version, parts, bytes: bytesOf(parts) }
  }
}

const partLength = 60_000

/** null: some of its days have not been written yet. */
function textOf(
  { bookings, blocks }: WrittenCalendar,
  reading: CalendarReading,
  maxBytes: number,
): CalendarText | null {
  const head = Buffer.from(serializeCalendarHead(reading.calendar))
  const end = Buffer.from(calendarEnd)
  const unwritten = Math.min(
    firstUnwritten(reading.bookings, bookings),
    firstUnwritten(reading.blocks, blocks),
  )
  let bytes = head.length + end.length
  let before = Number.POSITIVE_INFINITY
  for (const day of daysOf(bookings, blocks)) {
    if (day >= unwritten) return null
    const added = (bookings.get(day)?.bytes ?? 0) + (blocks.get(day)?.bytes ?? 0)
    if (bytes + added > maxBytes) {
      before = day
      break
    }
    bytes += added
  }
  if (unwritten < before) return null
  const parts = [head, ...partsOf(bookings, before), ...partsOf(blocks, before), end]
  return { revision: reading.revision, parts, bytes }
}

/** The first day that was not read this time and has changed since it was; infinite: none. */
const firstUnwritten = (
  days: readonly CalendarDay<unknown>[],
  written: ReadonlyMap<number, WrittenDay>,
): number => days.find(({ day }) => !written.has(day))?.day ?? Number.POSITIVE_INFINITY

const daysOf = (...kinds: ReadonlyMap<number, WrittenDay>[]): number[] =>
  [...new Set(kinds.flatMap((days) => [...days.keys()]))].sort((a, b) => a - b)

/** @param before the first day that is left out */
const partsOf = (days: ReadonlyMap<number, WrittenDay>, before: number): Buffer[] =>
  [...days].flatMap(([day, { parts }]) => (day < before ? parts : []))

const bytesOf = (parts: readonly Buffer[]): number =>
  parts.reduce((bytes, { length }) => bytes + length, 0)

/** Approximately: a day takes as much besides its text. */
const dayBytes = 300

const sizeOf = ({ bookings, blocks }: WrittenCalendar): number =>
  [...bookings.values(), ...blocks.values()].reduce((sum, { bytes }) => sum + bytes + dayBytes, 1)
