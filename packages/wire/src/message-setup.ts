import type { MessageRequest, MessageSetup, MessageText, TemplateState } from '@silla/core'
import { languages } from '@silla/locale'
import { type Static, Type } from 'typebox'
import { channelWords } from './message-choice.ts'
import { closed, count, decimal, nullable, oneOf, ref, text, timestamp } from './schema.ts'

// What a salon sends messages by, how many it has sent, and their texts (D77).

const kinds = [
  'booking_confirmed',
  'booking_rescheduled',
  'booking_cancelled',
  'booking_reminder',
  'waitlist_offer',
  'owner_booking_created',
  'owner_booking_rescheduled',
  'owner_booking_cancelled',
] as const satisfies readonly MessageRequest['kind'][]

const templateStateWords = {
  pending: 'pendiente',
  approved: 'aprobada',
  rejected: 'rechazada',
} as const satisfies Record<TemplateState, string>

const MessageTextWire = closed(
  {
    tipo: oneOf(kinds, 'Kind of message; those of the owner begin with `owner_`'),
    idioma: oneOf(languages, 'Language'),
    plantilla: text('The name of its template at WhatsApp'),
    texto: text('The text, with `{{1}}` and so on for what it is about'),
    ejemplo: text('As a customer of the business could get it by SMS'),
    codificacion: oneOf(
      ['GSM-7', 'UCS-2'],
      'How an SMS of the example is encoded: one character that is not in GSM-7 makes all of it UCS-2',
    ),
    caracteres: count('Its length in that encoding'),
    partes: count('How many messages an SMS of it is billed as'),
    estado_whatsapp: Type.Unsafe<(typeof templateStateWords)[TemplateState] | null>({
      type: ['string', 'null'],
      enum: [...Object.values(templateStateWords), null],
      description:
        'What WhatsApp says of the template, which it sends only when `aprobada`; null: not known',
    }),
  },
  { $id: 'TextoMensaje', description: 'A text of messages in a language' },
)

export const MessageSetupWire = closed(
  {
    canales: Type.Array(oneOf(channelWords, 'Channel'), {
      description:
        'What the platform has given the business a sender for; empty: only e-mails are sent',
    }),
    mes: text('The present month of the business, YYYY-MM'),
    enviados: count('Messages of this month, each part of a long SMS counted'),
    limite: count('How many may be sent in a month; after that, e-mails'),
    coste: nullable(decimal('What providers have reported for this month so far; null: nothing')),
    moneda: nullable(text('The currency of `coste`')),
    textos: Type.Array(ref(MessageTextWire), { description: 'By kind and language' }),
    consultado_en: nullable(
      timestamp('When `estado_whatsapp` was read; null: recorded by hand, or not known'),
    ),
  },
  { $id: 'AjustesMensajes', description: 'Messages of a business to phones' },
)

export const messageSetupComponents = [MessageTextWire, MessageSetupWire]

export interface MessageSetupParts extends MessageSetup {
  texts: readonly MessageText[]
}

export const serializeMessageSetup = ({
  channels,
  use,
  texts,
  templatesReadAt,
}: MessageSetupParts): Static<typeof MessageSetupWire> => ({
  canales: channels,
  mes: use.month.slice(0, 7),
  enviados: use.segments,
  limite: use.ceiling,
  coste: use.costCurrency === '' ? null : use.costMicros / 1e6,
  moneda: use.costCurrency === '' ? null : use.costCurrency,
  textos: texts.map(({ kind, language, name, body, example, length, state }) => ({
    tipo: kind,
    idioma: language,
    plantilla: name,
    texto: body,
    ejemplo: example,
    codificacion: length.encoding,
    caracteres: length.units,
    partes: length.segments,
    estado_whatsapp: state && templateStateWords[state],
  })),
  consultado_en: templatesReadAt?.toISOString() ?? null,
})
