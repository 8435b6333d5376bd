import { parseTime } from '@silla/slots'
import { type KeyKind, readApiKey } from '@silla/tenants'
import type { DemoActivity, DemoKeys } from '../../salon.ts'
import type { FileProfessional } from '../salon-file.ts'
import type { SalonFileDocument } from '../schema.ts'
import { unknownHandle } from './catalog.ts'
import type { ParseContext } from './values.ts'
import type { Path } from './yaml-document.ts'

/** A demo salon's fixed keys (D8); any other salon's keys are issued, never written down. */
export function parseDemoKeys(
  written: SalonFileDocument['keys'],
  reading: ParseContext,
): DemoKeys | null {
  if (written === undefined) return null
  if (reading.mode !== 'demo')
    reading.addProblem(
      ['keys'],
      'only a demo salon has its keys in its file: issue them instead',
      'key',
    )
  checkKey(written.publishable, 'publishable', reading)
  checkKey(written.secret, 'secret', reading)
  return written
}

/** What a demo salon is filled with; null in any other. */
export function parseDemo(
  written: SalonFileDocument['demo'],
  professionals: readonly FileProfessional[],
  reading: ParseContext,
): DemoActivity | null {
  if (written === undefined) return null
  if (reading.mode !== 'demo')
    reading.addProblem(['demo'], 'only a demo salon has a demo section', 'key')
  const team = new Map(professionals.map((professional) => [professional.handle, professional]))
  const member = (handle: string, path: Path) => {
    const professional = team.get(handle)
    if (professional === undefined)
      reading.addProblem(path, unknownHandle('professional', handle, team.keys()))
    return professional
  }
  return {
    bookings: (written.bookings ?? []).map((booking, index) => {
      const path = ['demo', 'bookings', index]
      const offered = member(booking.professional, [...path, 'professional'])?.serviceHandles
      const serviceHandles = [booking.service].flat()
      for (const handle of serviceHandles) {
        if (offered !== undefined && !offered.includes(handle)) {
          reading.addProblem(
            [...path, 'service'],
            unknownHandle(`service of ${booking.professional}`, handle, offered),
          )
        }
      }
      if (booking.day >= 0 && (booking.state === 'no_show' || booking.state === 'completed')) {
        reading.addProblem([...path, 'state'], `a booking is ${booking.state} only after its day`)
      }
      return {
        inDays: booking.day,
        startMinute: parseTime(booking.time) as number,
        professionalHandle: booking.professional,
        serviceHandles,
        customerName: booking.customer,
        state: booking.state ?? null,
      }
    }),
    reviews: (written.reviews ?? []).map((review, index) => {
      const path = ['demo', 'reviews', index]
      member(review.professional, [...path, 'professional'])
      if (review.day > 0) reading.addProblem([...path, 'day'], 'a review is from today or before')
      return {
        inDays: review.day,
        professionalHandle: review.professional,
        customerName: review.customer,
        rating: review.rating,
        comment: review.comment ?? '',
      }
    }),
  }
}

function checkKey(key: string, kind: KeyKind, reading: ParseContext): void {
  const read = readApiKey(key)
  if (read === null)
    reading.addProblem(['keys', kind], 'is no key: its form or its checksum is wrong')
  else if (read.kind !== kind || read.label !== 'test')
    reading.addProblem(['keys', kind], `is not a ${kind} test key`)
}
