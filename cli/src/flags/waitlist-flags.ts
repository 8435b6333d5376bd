import type { Catalog, Handles, WaitlistInput } from '@silla/core'
import { parseSpan } from '@silla/slots'
import { type ContactFlags, readContact } from './contact-flags.ts'
import { parseDay } from './parse-days.ts'
import { parseTimeRange } from './parse-times.ts'
import { readServices, type ServiceFlags } from './service-flags.ts'

/** The visit that the flags of `waitlist add` describe, and who waits for it. */
export function readWaitlistEntry(
  flags: WaitlistFlags,
  catalog: Catalog,
  handles: Handles,
  now: Date,
): WaitlistInput {
  const { line = [], professional = line.length === 0 ? 'any' : undefined } = flags
  const { timezone } = catalog.settings
  const firstDay = parseDay('from', flags.from, timezone, now)
  return {
    ...readServices({ ...flags, professional }, catalog, handles),
    firstDay,
    lastDay: flags.to === undefined ? firstDay : parseDay('to', flags.to, timezone, now),
    ...readHours(flags.hours),
    ...readContact(flags, catalog),
    messages: null,
    clientAddress: null,
  }
}

export interface WaitlistFlags extends ServiceFlags, ContactFlags {
  from: string
  to?: string | undefined
  /** `16:00-20:00` */
  hours?: string | undefined
}

/** Midnight is no limit. */
function readHours(text: string | undefined): Pick<WaitlistInput, 'fromMinute' | 'toMinute'> {
  const span = text === undefined ? null : parseSpan(parseTimeRange('--hours', text))
  if (span === null) return { fromMinute: null, toMinute: null }
  const { startMinute, endMinute } = span
  return {
    fromMinute: startMinute === 0 ? null : startMinute,
    toMinute: endMinute === 1440 ? null : endMinute,
  }
}
