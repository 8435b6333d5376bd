import type { CancellationPreview, CancelledVisits } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { stateWords } from './booking.ts'
import { parseOptionalBookingCode } from './params.ts'
import { RefundWire, serializeRefund } from './payment-summary.ts'
import { notifiesCustomer, simulatedFlag } from './reschedule.ts'
import { closed, count, flag, identifier, money, oneOf, optionalText, timestamp } from './schema.ts'
import { parseSeriesScope, serializeSeriesVisits, seriesScope, seriesVisits } from './series.ts'

export const CancellationWire = closed(
  {
    id: identifier('The booking'),
    estado: oneOf(Object.values(stateWords), 'New state of the booking'),
    cancelada_en: timestamp('When it was cancelled'),
    reembolso: { ...RefundWire, description: 'The refund of what was paid' },
    visitas: Type.Optional(seriesVisits('serie: siguientes')),
    simulado: Type.Optional(simulatedFlag),
  },
  { $id: 'Cancelacion', description: 'A booking that was just cancelled' },
)

/** A booking that was just cancelled, and its refund. */
export const serializeCancellation = (
  { booking, refund, visits }: CancelledVisits,
  { simulated }: { simulated: boolean },
) =>
  ({
    id: booking.id,
    estado: stateWords[booking.state],
    cancelada_en: (booking.cancellation?.at ?? booking.updatedAt).toISOString(),
    reembolso: serializeRefund(refund),
    ...((visits !== null || simulated) && {
      visitas: serializeSeriesVisits(visits),
      simulado: simulated,
    }),
  }) satisfies Static<typeof CancellationWire>

const refusalCodes = ['CANNOT_CANCEL', 'CANCELLATION_DEADLINE_PASSED'] as const

export const CancellationPreviewWire = closed(
  {
    puede: flag('Whether this caller may cancel it now'),
    codigo_motivo: Type.Unsafe<CancellationPreview['refusal']>({
      type: ['string', 'null'],
      enum: [...refusalCodes, null],
      description: 'Why not: the error that cancelling would give; null when it can be cancelled',
    }),
    limite: timestamp('The last time at which a customer may cancel it'),
    reembolso: closed(
      { aplica: flag('Whether money would be refunded'), monto: money('Amount') },
      { description: 'What cancelling now would refund' },
    ),
    puntos_devueltos: count('Points that cancelling now would return'),
    cargo_posible: money('The most that the salon may then charge to the card of the customer'),
  },
  { $id: 'CancelacionPrevia', description: 'What cancelling a booking would do now' },
)

/** What cancelling a booking would do now. */
export const serializeCancellationPreview = ({
  refusal,
  cancelableUntil,
  refundCents,
  pointsReturned,
  possibleFeeCents,
}: CancellationPreview) =>
  ({
    puede: refusal === null,
    codigo_motivo: refusal,
    limite: cancelableUntil.toISOString(),
    reembolso: { aplica: refundCents > 0, monto: toMajor(refundCents) },
    puntos_devueltos: pointsReturned,
    cargo_posible: toMajor(possibleFeeCents),
  }) satisfies Static<typeof CancellationPreviewWire>

const maxReasonLength = 500

export const NewCancellationWire = closed(
  {
    motivo: optionalText(
      'Reason, which the customer reads: it is shown with the booking, and that of the business is ' +
        'also in the e-mail to the customer. What is meant for the staff only is `nota_interna`. ' +
        `Up to ${maxReasonLength} characters`,
    ),
    nota_interna: optionalText(
      'Note for the staff of the business: in no e-mail, and never shown to the customer; needs a ' +
        `secret key. Up to ${maxReasonLength} characters`,
    ),
    codigo: optionalText("The booking's code: proof for a caller without a secret key"),
    serie: seriesScope,
    avisar: notifiesCustomer,
  },
  {
    description:
      'The reason, a note of the business and, for a guest, the proof that the booking is theirs; ' +
      'may be absent',
  },
)

/** The body of a cancellation. An impossible code is BOOKING_NOT_FOUND (D9). */
export function parseNewCancellation(body: Static<typeof NewCancellationWire>) {
  const problems: FieldProblem[] = []
  const rule = { maxLength: maxReasonLength }
  const reason = parseBodyText('motivo', body.motivo, rule, problems)
  const note = parseBodyText('nota_interna', body.nota_interna, rule, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    code: parseOptionalBookingCode(body.codigo),
    reason: reason || null,
    note: note || null,
    notifiesCustomer: body.avisar ?? true,
    scope: parseSeriesScope(body.serie),
  }
}
