import assert from 'node:assert/strict'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { testApi } from '../../support/api.ts'
import { dataOf } from '../../support/assertions.ts'
import type { TestSalon } from '../../support/salon.ts'

/** An entry of a calendar, as two independent parsers understand it. */
export interface ReadEntry {
  uid: string
  sequence: number
  status: string
  start: string
  end: string
  summary: string
  description: string
  isBusy: boolean
}

export interface CalendarResponse {
  status: number
  headers: Headers
  text: string
}

/** The path of a new feed. @param professional by name; without it that of the salon */
export async function newFeed(
  salon: TestSalon,
  professional?: string,
): Promise<{ id: number; path: string }> {
  const body = professional === undefined ? {} : { peluquero_id: salon.id(professional) }
  const { id, url } = dataOf(await salon.backend.post('/calendarios/', body), 201)
  assert.match(url, /^https:\/\/book\.example\/calendarios\/[a-z2-7]{32}\.ics$/)
  return { id, path: new URL(url).pathname }
}

/** Requests a calendar as an app does: without an API key. */
export async function fetchCalendar(
  path: string,
  init: RequestInit = {},
  url?: string,
): Promise<CalendarResponse> {
  const { origin } = new URL(url ?? (await testApi()).url)
  const response = await fetch(origin + path, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The entries of a calendar, which must be valid and the same to both parsers. */
export async function entriesOf(path: string): Promise<ReadEntry[]> {
  const { status, text } = await fetchCalendar(path)
  assert.equal(status, 200, text)
  return readEntries(text)
}

export function readEntries(text: string): ReadEntry[] {
  assertLines(text)
  const entries = withIcalJs(text)
  assert.deepEqual(withNodeIcal(text), entries)
  return entries
}

/** The rules of RFC 5545, section 3.1: CRLF, at most 75 octets, characters that are not split. */
function assertLines(text: string): void {
  assert.ok(text.endsWith('END:VCALENDAR\r\n'))
  assert.doesNotMatch(text, /[^\r]\n|\r[^\n]/)
  for (const line of text.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, `${Buffer.byteLength(line)} octets: ${line}`)
    assert.ok(line.isWellFormed() && !line.includes('\u{FFFD}'), line)
    assert.doesNotMatch(line, /(?!\t)\p{Cc}/u)
  }
}

function withIcalJs(text: string): ReadEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    assert.equal(event.startDate.zone.tzid, 'UTC')
    assert.ok(component.hasProperty('dtstamp'))
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      summary: event.summary,
      description: event.description ?? '',
      isBusy: component.getFirstPropertyValue('transp') === 'OPAQUE',
    }
  })
}

function withNodeIcal(text: string): ReadEntry[] {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((found) => {
    if (found?.type !== 'VEVENT') return []
    return [
      {
        uid: found.uid,
        sequence: Number(found.sequence),
        status: String(found.status),
        start: found.start.toISOString(),
        end: found.end?.toISOString() ?? '',
        summary: String(found.summary),
        description: String(found.description ?? ''),
        isBusy: found.transparency === 'OPAQUE',
      },
    ]
  })
}
