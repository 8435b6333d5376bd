import { parseTime } from '@silla/slots'
import { type KeyKind, readApiKey } from '@silla/tenants'
import type { DemoActivity, DemoKeys } from '../../salon.ts'
import type { FileProfessional } from '../salon-file.ts'
import { formatNames, unknownName } from '../salon-file-error.ts'
import type { SalonFileDocument } from '../schema.ts'
import type { ParseContext } from './values.ts'
import type { Path } from './yaml-document.ts'

/** The fixed API keys of a demo salon (D8). Other salons cannot have keys in their file. */
export function parseDemoKeys(
  input: SalonFileDocument['keys'],
  context: ParseContext,
): DemoKeys | null {
  if (input === undefined) return null
  if (context.mode !== 'demo')
    context.addProblem(
      ['keys'],
      'keys are only allowed in a demo salon: create the keys of other salons separately',
      'key',
    )
  checkKey(input.publishable, 'publishable', context)
  checkKey(input.secret, 'secret', context)
  return input
}

/** The sample data of a demo salon; null without a demo section. */
export function parseDemo(
  input: SalonFileDocument['demo'],
  professionals: readonly FileProfessional[],
  context: ParseContext,
): DemoActivity | null {
  if (input === undefined) return null
  if (context.mode !== 'demo')
    context.addProblem(['demo'], 'a demo section is only allowed in a demo salon', 'key')
  const team = new Map(professionals.map((professional) => [professional.handle, professional]))
  const findMember = (handle: string, path: Path) => {
    const professional = team.get(handle)
    if (professional === undefined)
      context.addProblem(path, unknownName('professional', handle, team.keys()))
    return professional
  }
  return {
    bookings: (input.bookings ?? []).map((booking, index) => {
      const path = ['demo', 'bookings', index]
      const offered = findMember(booking.professional, [...path, 'professional'])?.serviceHandles
      const serviceHandles = [booking.service].flat()
      for (const handle of serviceHandles) {
        if (offered !== undefined && !offered.includes(handle)) {
          context.addProblem(
            [...path, 'service'],
            `${booking.professional} does not offer "${handle}". Offered: ${formatNames(offered)}`,
          )
        }
      }
      if (booking.day >= 0 && (booking.state === 'no_show' || booking.state === 'completed')) {
        context.addProblem(
          [...path, 'state'],
          `a booking that is not in the past cannot be ${booking.state}`,
        )
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
    reviews: (input.reviews ?? []).map((review, index) => {
      const path = ['demo', 'reviews', index]
      findMember(review.professional, [...path, 'professional'])
      if (review.day > 0) context.addProblem([...path, 'day'], 'a review cannot be in the future')
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

function checkKey(key: string, kind: KeyKind, context: ParseContext): void {
  const parsed = readApiKey(key)
  if (parsed === null)
    context.addProblem(['keys', kind], 'is not an API key: its format or its checksum is wrong')
  else if (parsed.kind !== kind || parsed.label !== 'test')
    context.addProblem(['keys', kind], `is not a ${kind} test key`)
}
