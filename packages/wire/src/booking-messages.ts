import type { BookingMessages } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { maskPhone } from './masking.ts'
import { channelWords as channels, maxWordingLength } from './message-choice.ts'
import { parseOptionalBookingCode } from './params.ts'
import { closed, oneOf, optionalText, text } from './schema.ts'

export const BookingMessagesWire = closed(
  {
    disponibles: Type.Array(oneOf(channels, 'Channel'), {
      description: 'What the business can send by; empty where the booking has no phone number',
    }),
    canales: Type.Array(oneOf(channels, 'Channel'), {
      description: 'What the customer has agreed to, for the number of the booking',
    }),
    telefono: text(
      'The number of the booking; masked for a caller whose only proof is the code; may be empty',
    ),
  },
  { $id: 'MensajesReserva', description: 'Messages about bookings to the phone of a customer' },
)

export const NewBookingMessagesWire = closed(
  {
    canales: Type.Array(oneOf(channels, 'Channel'), {
      maxItems: 2,
      description: 'What the customer agrees to; what is left out is withdrawn',
    }),
    texto: optionalText(`What they read when they agreed. Up to ${maxWordingLength} characters`),
    codigo: optionalText("The booking's code: proof for a caller without a secret key"),
  },
  {
    description: 'By which channels the customer agrees to messages',
    examples: [{ canales: ['whatsapp'] }],
  },
)

/** An impossible code is BOOKING_NOT_FOUND (D9). */
export function parseNewBookingMessages(body: Static<typeof NewBookingMessagesWire>) {
  const problems: FieldProblem[] = []
  const wording = parseBodyText('texto', body.texto, { maxLength: maxWordingLength }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { code: parseOptionalBookingCode(body.codigo), channels: body.canales, wording }
}

export const serializeBookingMessages = ({
  available,
  chosen,
  phone,
  phoneVisible,
}: BookingMessages) =>
  ({
    disponibles: available,
    canales: chosen,
    telefono: phoneVisible ? phone : maskPhone(phone),
  }) satisfies Static<typeof BookingMessagesWire>
