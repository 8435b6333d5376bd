import type { Alternative } from '@silla/core'
import { type Code, catalogue } from '@silla/errors'
import { type TSchema, Type } from 'typebox'
import { serializeAlternative } from './booking.ts'
import { oneOf } from './schema.ts'

/** The shape of every success: what a route declares in `response`. */
export const envelope = <Data extends TSchema>(data: Data) =>
  Type.Object({ success: Type.Literal(true), data })

/** Puts what a handler answers into that shape. */
export const success = <Data>(data: Data) => ({ success: true as const, data })

/** The shape of every failure (D2); only the error handler makes one. */
export const FailureWire = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: oneOf(Object.keys(catalogue) as Code[], 'What to switch on. New codes may appear.'),
      message: Type.String({
        description: 'A sentence for people, in the language of the request.',
      }),
      alternativas: Type.Optional(
        Type.Array(
          Type.Object({
            fecha: Type.String({ format: 'date' }),
            hora_inicio: Type.String({ description: 'HH:MM' }),
            peluquero_id: Type.Integer(),
          }),
          { description: 'Other free times, with SLOT_NOT_AVAILABLE.' },
        ),
      ),
      mensaje_procesador: Type.Optional(
        Type.String({
          description: 'What the card processor says, with CARD_DECLINED and PAYMENT_FAILED.',
        }),
      ),
      detalles: Type.Optional(
        Type.Array(Type.Object({ campo: Type.String(), problema: Type.String() }), {
          description: 'What is wrong with which field, with VALIDATION_ERROR.',
        }),
      ),
    }),
  },
  { $id: 'Fallo' },
)

/**
 * The facts beside a refusal's sentence, in the wire's words; what has no word here does not leave.
 */
export function serializeErrorDetails(facts: Record<string, unknown>): Record<string, unknown> {
  const alternatives = facts.alternatives as Alternative[] | undefined
  const processorMessage = facts.processorMessage as string | undefined
  return {
    ...(alternatives && { alternativas: alternatives.map(serializeAlternative) }),
    ...(processorMessage && { mensaje_procesador: processorMessage }),
  }
}
