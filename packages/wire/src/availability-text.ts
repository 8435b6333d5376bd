import type { DayAvailability, OpenDay, OpenDays } from '@silla/core'
import type { Language } from '@silla/locale'
import { formatDate, formatTime, minutesPerDay, type SlotState } from '@silla/slots'
import {
  dayReasons,
  daysOfPage,
  serializeDay,
  serializeRange,
  slotPeople,
  slotReasons,
} from './availability.ts'
import { success } from './envelope.ts'
import type { Page } from './pagination.ts'

/*
 * The responses of availability as text, envelope included. Nearly all of their time would go into
 * the objects of their lists and the generic serializer, so the items of the lists are written from
 * prepared pieces. The text is exactly what the serializer of the route's schema makes of
 * `serializeDayAvailability` and `serializeOpenDays` (test/unit/wire/availability-text.test.ts).
 */

export function dayAvailabilityText(found: DayAvailability, language: Language): string {
  if (lastDay?.found !== found || lastDay.language !== language) {
    const json = JSON.stringify(success(serializeDay(found, language)))
    lastDay = { found, language, text: withItems(json, 'slots', slots(found)) }
  }
  return lastDay.text
}

/** Requests that share a result follow one another. */
let lastDay: { found: DayAvailability; language: Language; text: string } | null = null

export const openDaysText = (found: OpenDays, page: Page | null): string =>
  withItems(
    JSON.stringify(success(serializeRange(found, page))),
    'dias',
    daysOfPage(found, page).map(openDayText).join(','),
  )

/** Fills the empty list of a JSON text. No text in it can contain a quoted name of a field. */
function withItems(json: string, list: string, items: string): string {
  const end = json.indexOf(`"${list}":[]`) + `"${list}":[`.length
  return json.slice(0, end) + items + json.slice(end)
}

function slots(found: DayAvailability): string {
  const { startMinutes, endMinutes, states } = found.slots
  let text = ''
  for (let index = 0; index < states.length; index++) {
    if (index > 0) text += ','
    text += slotStarts[startMinutes[index] as number]
    const end = slotEnds[states[index] as SlotState][endMinutes[index] as number] as string
    text += found.professional === null ? withPeople(end, found, index) : end
  }
  return text
}

/** Who is free, before the brace that ends the slot. */
const withPeople = (end: string, found: DayAvailability, index: number): string =>
  `${end.slice(0, -1)},${JSON.stringify(slotPeople(found, index)).slice(1)}`

const everyMinute = Array.from({ length: minutesPerDay + 1 }, (_, minute) => minute)

const slotStarts = everyMinute.map(
  (minute) => `{"hora_inicio":"${formatTime(minute)}","hora_fin":"`,
)

const slotEnds: Record<SlotState, string[]> = {
  free: everyMinute.map((minute) => `${formatTime(minute)}","disponible":true}`),
  busy: everyMinute.map((minute) => `${formatTime(minute)}"${notFree('busy')}`),
  past: everyMinute.map((minute) => `${formatTime(minute)}"${notFree('past')}`),
}

function notFree(state: keyof typeof slotReasons): string {
  return `,"disponible":false,"motivo":"${slotReasons[state]}"}`
}

/** Written once for a day that several responses contain. */
function openDayText(found: OpenDay): string {
  let text = openDayTexts.get(found)
  if (text === undefined) {
    text = openDayParts(found).join('')
    openDayTexts.set(found, text)
  }
  return text
}

const openDayTexts = new WeakMap<OpenDay, string>()

/** To be joined: a string that is concatenated is copied piece by piece into every response. */
function openDayParts(found: OpenDay): string[] {
  const { day, available, freeSlots, firstMinute, lastMinute, reason } = found
  const start = ['{"fecha":"', formatDate(day), `","disponible":${available},"slots_libres":`]
  const end =
    reason !== null
      ? ['"motivo":"', dayReasons[reason]]
      : [
          '"primer_slot":"',
          formatTime(firstMinute as number),
          '","ultimo_slot":"',
          formatTime(lastMinute as number),
        ]
  return [...start, String(freeSlots), ',', ...end, '"}']
}
