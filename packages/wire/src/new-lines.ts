import type { LinesInput } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { maxServices } from './availability-params.ts'
import { parseBodyText } from './body-text.ts'
import { changedFields } from './reschedule.ts'
import { closed, identifier, idOrAnyone, optionalFlag, optionalText } from './schema.ts'
import { parseCents } from './settings-values.ts'

const maxReasonLength = 200
const maxPrice = 100_000

export const NewLinesWire = closed(
  {
    lineas: Type.Array(
      closed(
        {
          servicio_id: identifier('The service; each once'),
          peluquero_id: Type.Optional(
            idOrAnyone(
              'Who does it; 0: anyone who is free. Absent: who is booked for it, and for an added ' +
                'service who does the one before',
            ),
          ),
          precio: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: maxPrice,
              description:
                'What it costs in this booking, with two decimals at most. Absent: as it was booked, ' +
                'and for an added service as in the catalogue',
            }),
          ),
          motivo: optionalText(
            'Why it has another price, for the staff of the business; required then. Up to ' +
              `${maxReasonLength} characters`,
          ),
        },
        { description: 'A service that the booking is to have' },
      ),
      {
        minItems: 1,
        maxItems: maxServices,
        description:
          'All services that the booking is to have, in order: what is not here is removed',
      },
    ),
    version: Type.Integer({
      minimum: 1,
      description:
        'The `version` of the booking that the caller has seen; when it has changed since, nothing is done',
    }),
    avisar: optionalFlag('Whether the customer gets an email about it; default no'),
  },
  {
    description: 'The services of a booking. In an optional field null means that it is absent',
    examples: [
      {
        lineas: [{ servicio_id: 12 }, { servicio_id: 15, precio: 20, motivo: 'Pelo corto' }],
        version: 1,
      },
    ],
  },
)

/** The body of changed lines (D54). */
export function parseNewLines({
  lineas,
  version,
  avisar,
}: Static<typeof NewLinesWire>): Omit<LinesInput, 'bookingId' | 'simulated'> {
  const problems: FieldProblem[] = []
  const lines = lineas.map(({ servicio_id, peluquero_id, precio, motivo }, index) => {
    const field = `lineas[${index}]`
    if (lineas.findIndex((line) => line.servicio_id === servicio_id) < index)
      problems.push({ field: `${field}.servicio_id`, problem: 'duplicate' })
    const reason = parseBodyText(
      `${field}.motivo`,
      motivo,
      { maxLength: maxReasonLength },
      problems,
    )
    return {
      serviceId: servicio_id,
      professionalId: peluquero_id === 0 ? null : peluquero_id,
      priceCents:
        precio === undefined
          ? null
          : parseCents(precio, (problem) => problems.push({ field: `${field}.precio`, problem })),
      reason: reason === '' ? null : reason,
      reasonField: `${field}.motivo`,
    }
  })
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { lines, version, notifiesCustomer: avisar ?? false }
}

export const ChangedBookingWire = closed(changedFields, {
  $id: 'ReservaModificada',
  description: 'A booking with its new services',
})
