import type { BlockInput, Catalog, Handles, LocalTime } from '@silla/core'
import { type EpochDay, parseTime } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { parseDay } from './parse-days.ts'
import { readBookingText } from './reason-flags.ts'
import { resolveByName } from './resolve-by-name.ts'

export interface BlockFlags {
  professional?: string | undefined
  resource?: string | undefined
  unit?: number | null | undefined
  from: string
  to: string
  reason: string
}

/** The block that the flags of `blocks create` describe. */
export function readBlock(
  flags: BlockFlags,
  catalog: Catalog,
  handles: Handles,
  now: Date,
): BlockInput {
  const day = (flag: string, text: string) => parseDay(flag, text, catalog.settings.timezone, now)
  const from = readLocalTime('from', flags.from, null, day)
  const to = readLocalTime('to', flags.to, from.day, day)
  if (to.day < from.day || (to.day === from.day && to.minute <= from.minute))
    throw new UsageError(`--to ${flags.to} is not after --from ${flags.from}.`)
  return {
    subject: readSubject(flags, catalog, handles),
    from,
    to,
    reason: readBookingText('reason', flags.reason) ?? fail('--reason is empty.'),
  }
}

function readSubject(
  { professional, resource = '', unit = null }: BlockFlags,
  { professionals }: Catalog,
  handles: Handles,
): BlockInput['subject'] {
  if (professional === undefined) return { resource, unitNumber: unit }
  const { id } = resolveByName(professional, professionals, {
    kind: 'professional',
    handles: handles.professionals,
    namesOf: ({ name }) => [name],
  })
  return { professionalId: id }
}

/** Reads `2027-06-30 16:00`, also with a T in between, or a time of the given day. */
function readLocalTime(
  flag: 'from' | 'to',
  text: string,
  sameDay: EpochDay | null,
  parse: (flag: string, text: string) => EpochDay,
): LocalTime {
  const words = text.trim().split(/[T\s]+/)
  const time = words.pop() ?? ''
  const minute = parseTime(time.padStart(5, '0'))
  const [dayText] = words
  if (minute === null || words.length > 1 || (dayText === undefined && sameDay === null))
    fail(`Invalid value for --${flag}: expected "2027-06-30 16:00", got "${text}".`)
  return { day: dayText === undefined ? (sameDay ?? 0) : parse(flag, dayText), minute }
}

function fail(message: string): never {
  throw new UsageError(message)
}
