import type { MessageChannel, MessageChoice } from '@silla/core'
import type { FieldProblem } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { closed, oneOf, optionalText } from './schema.ts'

/** How messages reach a phone, on the wire. */
export const channelWords = ['whatsapp', 'sms'] as const satisfies readonly MessageChannel[]

export const maxWordingLength = 1000

/** What a customer agrees to with a booking or an entry of the waitlist (D77). */
export const messageChoiceField = Type.Optional(
  closed(
    {
      canales: Type.Array(oneOf(channelWords, 'Channel'), {
        maxItems: 2,
        description: 'Those of `configuracion.canales_mensajes` that the customer has ticked',
      }),
      texto: optionalText(`What they read when they agreed. Up to ${maxWordingLength} characters`),
    },
    {
      description:
        'By which channels the customer agrees to messages about their bookings to their phone number, ' +
        'which is required then; absent: nothing is agreed to and nothing withdrawn',
    },
  ),
)

/** null: nothing is agreed to. Problems are added to the list. */
export function parseMessageChoice(
  mensajes: Static<typeof messageChoiceField> | undefined,
  problems: FieldProblem[],
): MessageChoice | null {
  if (mensajes === undefined) return null
  const wording = parseBodyText(
    'mensajes.texto',
    mensajes.texto,
    { maxLength: maxWordingLength },
    problems,
  )
  return { channels: mensajes.canales, wording }
}
