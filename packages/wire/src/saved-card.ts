import {
  type Booking,
  type BookingFee,
  type CardPolicyText,
  type CardRequestResult,
  type CardTerms,
  type CustomerExport,
  type Fee,
  type FeeReason,
  type FeeState,
  freeUntil,
  type Guarantee,
  mayHaveCard,
  type SavedCard,
} from '@silla/core'
import { fail } from '@silla/errors'
import type { Language } from '@silla/locale'
import { toCents, toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { parseOptionalBookingCode } from './params.ts'
import {
  closed,
  date,
  flag,
  identifier,
  money,
  nullable,
  oneOf,
  optionalText,
  text,
  timestamp,
} from './schema.ts'

const reasonWords = {
  no_show: 'no_show',
  late_cancel: 'cancelacion_tardia',
} as const satisfies Record<FeeReason, string>

const reasons: Record<string, FeeReason> = { no_show: 'no_show', cancelacion_tardia: 'late_cancel' }

const feeStateWords = {
  requested: 'solicitado',
  charged: 'cobrado',
  action: 'accion',
  failed: 'fallido',
  waived: 'perdonado',
} as const satisfies Record<FeeState, string>

const cardStateWords = {
  pending: 'pendiente',
  saved: 'guardada',
  expired: 'caducada',
  retired: 'retirada',
} as const satisfies Record<SavedCard['state'], string>

const amounts = {
  no_show: money('What may be charged to somebody who does not come'),
  cancelacion_tardia: money('What may be charged for a late cancellation'),
}

export const GuaranteeWire = closed(amounts, {
  description: 'What may be charged to the card that the customer leaves; null: no card is needed',
})

export const serializeGuarantee = ({
  noShowCents,
  lateCancelCents,
}: Guarantee): Static<typeof GuaranteeWire> => ({
  no_show: toMajor(noShowCents),
  cancelacion_tardia: toMajor(lateCancelCents),
})

export const BookingGuaranteeWire = closed(
  {
    ...amounts,
    gratis_hasta: timestamp('A cancellation after this is late'),
    con_tarjeta: flag(
      'Whether a card was left, or still can be; false where the business has confirmed it without, or all ' +
        'was paid instead: nothing is charged',
    ),
  },
  {
    description:
      'What may be charged to the card that the customer leaves; null: no card is needed',
  },
)

export const serializeBookingGuarantee = (
  guarantee: NonNullable<Booking['guarantee']>,
  booking: Booking,
): Static<typeof BookingGuaranteeWire> => ({
  ...serializeGuarantee(guarantee),
  gratis_hasta: freeUntil(booking, guarantee).toISOString(),
  con_tarjeta: mayHaveCard(booking),
})

export const CardPolicyWire = closed(
  {
    version: text('Names this text when a card is left'),
    texto: text('What the customer agrees to, in the language of the response'),
    idioma: text('Language of the text'),
    ...amounts,
    moneda: text('Currency code'),
    gratis_hasta: timestamp('A cancellation after this is late'),
    hasta: timestamp('Until when a fee may be charged'),
  },
  {
    $id: 'CondicionesTarjeta',
    description: 'What the customer of a booking agrees to with a card',
  },
)

export const serializeCardPolicy = ({ terms, version, body, language }: CardPolicyText) =>
  ({
    version,
    texto: body,
    idioma: language,
    no_show: toMajor(terms.noShowCents),
    cancelacion_tardia: toMajor(terms.lateCancelCents),
    moneda: terms.currency,
    gratis_hasta: terms.freeUntil.toISOString(),
    hasta: terms.chargeableUntil.toISOString(),
  }) satisfies Static<typeof CardPolicyWire>

/** The terms in words: what the customer reads before they leave a card, and agrees to. */
export function writeCardPolicy(terms: CardTerms, language: Language): string {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: terms.currency })
  const format = (cents: number) => money.format(toMajor(cents))
  return policyTexts[language]({
    salon: terms.businessName,
    noShow: format(terms.noShowCents),
    lateCancel: terms.lateCancelCents === 0 ? null : format(terms.lateCancelCents),
    deposit: terms.depositCents === null ? null : format(terms.depositCents),
    freeUntil: terms.isLate
      ? null
      : new Intl.DateTimeFormat(language, {
          ...{ dateStyle: 'long', timeStyle: 'short', timeZone: terms.timezone },
        }).format(terms.freeUntil),
  })
}

interface PolicyWords {
  salon: string
  noShow: string
  /** null: nothing is charged for it. */
  lateCancel: string | null
  /** null: nothing is paid at once. */
  deposit: string | null
  /** null: it is too late for that. */
  freeUntil: string | null
}

const policyTexts: Record<Language, (words: PolicyWords) => string> = {
  es: ({ salon, deposit, ...words }) =>
    `Acepto que ${salon} guarde mi tarjeta para esta cita. ` +
    `${feesInSpanish(words, deposit === null ? 'sin coste' : 'sin que se cobre nada más')} ` +
    `${deposit === null ? 'Ahora no se cobra nada' : `La señal de ${deposit} que pago ahora cuenta para ello`}, ` +
    'y la tarjeta se elimina 14 días después de la cita.',
  en: ({ salon, deposit, ...words }) =>
    `I agree that ${salon} keeps my card for this appointment. ` +
    `${feesInEnglish(words, deposit === null ? 'free of charge' : 'without a further charge')} ` +
    `${deposit === null ? 'Nothing is charged now' : `The deposit of ${deposit} that I pay now counts towards that`}, ` +
    'and the card is deleted 14 days after the appointment.',
  ar: ({ salon, deposit, ...words }) =>
    `أوافق على أن يحتفظ ${salon} ببطاقتي لهذا الموعد. ` +
    `${feesInArabic(words, deposit === null ? 'مجانًا' : 'دون أي خصم إضافي')} ` +
    `${deposit === null ? 'لا يُخصم شيء الآن' : `تُحتسب من ذلك الدفعة المقدمة ${deposit} التي أدفعها الآن`}، ` +
    'وتُحذف البطاقة بعد 14 يومًا من الموعد.',
}

type FeeWords = Pick<PolicyWords, 'noShow' | 'lateCancel' | 'freeUntil'>

function feesInSpanish({ noShow, lateCancel, freeUntil }: FeeWords, free: string): string {
  if (lateCancel === null)
    return `Puedo cancelar ${free} hasta que empiece. Si no me presento, el salón puede cobrarme hasta ${noShow}.`
  const late =
    freeUntil === null
      ? `Ya es tarde para cancelar ${free}: si cancelo antes de que empiece`
      : `Puedo cancelar ${free} hasta el ${freeUntil}. Si cancelo más tarde`
  return `${late}, el salón puede cobrarme hasta ${lateCancel}; si no me presento, hasta ${noShow}.`
}

function feesInEnglish({ noShow, lateCancel, freeUntil }: FeeWords, free: string): string {
  if (lateCancel === null)
    return `I can cancel ${free} until it begins. If I do not come, the salon may charge me up to ${noShow}.`
  const late =
    freeUntil === null
      ? `It is too late to cancel ${free}: if I cancel before it begins`
      : `I can cancel ${free} until ${freeUntil}. If I cancel later`
  return `${late}, the salon may charge me up to ${lateCancel}; if I do not come, up to ${noShow}.`
}

function feesInArabic({ noShow, lateCancel, freeUntil }: FeeWords, free: string): string {
  if (lateCancel === null)
    return `يمكنني الإلغاء ${free} حتى بدايته. إذا لم أحضر، يجوز للصالون خصم مبلغ يصل إلى ${noShow}.`
  const late =
    freeUntil === null
      ? `فات وقت الإلغاء ${free}: إذا ألغيت قبل بدايته`
      : `يمكنني الإلغاء ${free} حتى ${freeUntil}. إذا ألغيت بعد ذلك`
  return `${late}، يجوز للصالون خصم مبلغ يصل إلى ${lateCancel}؛ وإذا لم أحضر، فحتى ${noShow}.`
}

const proof = optionalText("The booking's code: proof of access for a guest")

export const NewCardWire = closed(
  {
    reference_id: identifier('The booking'),
    cliente_id: identifier('Its customer'),
    codigo: proof,
    condiciones: Type.String({
      ...{ minLength: 1, maxLength: 64 },
      description: 'The `version` of the terms that the customer has accepted',
    }),
  },
  { description: 'A card to leave with a booking' },
)

export const CardIntentWire = closed(
  {
    client_secret: text('Secret for the customer’s browser only'),
    setup_intent_id: text('The setup at the processor'),
    processor_publishable_key: text('Key for the processor’s browser library'),
    processor_account_id: text(
      'The salon’s account at the processor, which that library needs too',
    ),
    customer_id: text('The customer at the processor'),
  },
  { $id: 'IntentoDeTarjeta', description: 'With which a browser saves a card' },
)

export const NewCardConfirmationWire = closed(
  {
    setup_intent_id: Type.String({
      ...{ minLength: 1, maxLength: 255 },
      description: 'With which the card was saved',
    }),
    codigo: proof,
  },
  { description: 'The card to check' },
)

export const SavedCardWire = closed(
  {
    estado: oneOf(Object.values(cardStateWords), 'State of the card'),
    marca: text('Brand, such as `visa`'),
    ultimos4: text('The last four digits'),
    caduca: nullable(date('The last day on which it is valid')),
  },
  { $id: 'TarjetaGuardada', description: 'A card that was left with a booking' },
)

export const ExportedCardWire = closed({
  id: identifier('The card'),
  reserva_id: identifier('The booking with which it was left'),
  estado: oneOf(Object.values(cardStateWords), 'State of the card'),
  marca: text('Brand, such as `visa`; empty when it was not saved'),
  ultimos4: text('The last four digits'),
  caduca: nullable(date('The last day on which it is valid')),
  condiciones: closed(
    {
      version: text('Version of the terms'),
      texto: text('What they agreed to, as they read it'),
      idioma: text('Language of the text'),
      ...amounts,
      moneda: text('Currency code'),
      aceptadas_en: timestamp('When they agreed'),
      direccion_ip: nullable(text('Network address from which they agreed; null: unknown')),
    },
    { description: 'What they agreed to' },
  ),
  created_at: timestamp('Creation time'),
})

export const serializeExportedCard = (
  card: CustomerExport['cards'][number],
): Static<typeof ExportedCardWire> => ({
  id: card.id,
  reserva_id: card.bookingId,
  estado: cardStateWords[card.state],
  marca: card.brand,
  ultimos4: card.last4,
  caduca: card.expiresOn,
  condiciones: {
    version: card.version,
    texto: card.body,
    idioma: card.language,
    no_show: toMajor(card.noShowCents),
    cancelacion_tardia: toMajor(card.lateCancelCents),
    moneda: card.currency,
    aceptadas_en: card.acceptedAt.toISOString(),
    direccion_ip: card.address,
  },
  created_at: card.createdAt.toISOString(),
})

export const NewFeeWire = closed(
  {
    motivo: oneOf(Object.values(reasonWords), 'Why it is charged'),
    monto: Type.Optional(money('Amount; without it the most that may be charged')),
  },
  { description: 'A fee to charge' },
)

const feeFields = {
  motivo: oneOf(Object.values(reasonWords), 'Why it is charged'),
  monto: money('Amount'),
  estado: oneOf(
    Object.values(feeStateWords),
    'State; `accion`: the bank wants to authenticate the customer, who has a link',
  ),
  enlace_hasta: nullable(timestamp('Until when the link works; null: there is none')),
}

export const BookingFeeWire = closed(feeFields, {
  description: 'The fee of the booking, otherwise the last one that failed; null: none was charged',
})

export const serializeBookingFee = (fee: BookingFee) =>
  ({
    motivo: reasonWords[fee.reason],
    monto: toMajor(fee.amountCents),
    estado: feeStateWords[fee.state],
    enlace_hasta: fee.linkUntil?.toISOString() ?? null,
  }) satisfies Static<typeof BookingFeeWire>

export const FeeWire = closed(
  {
    pago_id: identifier('The payment with which it is charged; without meaning with `X-Simular`'),
    ...feeFields,
    simulado: Type.Optional(flag('Whether it was only tried, with `X-Simular`')),
  },
  { $id: 'CargoReserva', description: 'A fee for a visit that was missed or cancelled late' },
)

export const savedCardComponents = [CardPolicyWire, CardIntentWire, SavedCardWire, FeeWire]

export const parseNewCard = (body: Static<typeof NewCardWire>) => ({
  bookingId: body.reference_id,
  customerId: body.cliente_id,
  code: parseOptionalBookingCode(body.codigo),
  version: body.condiciones,
})

export const parseNewCardConfirmation = (body: Static<typeof NewCardConfirmationWire>) => ({
  setupRef: body.setup_intent_id,
  code: parseOptionalBookingCode(body.codigo, 'PAYMENT_NOT_FOUND'),
})

export const parseNewFee = ({ motivo, monto }: Static<typeof NewFeeWire>) => ({
  reason: reasons[motivo] as FeeReason,
  amountCents: monto === undefined ? null : (toCents(monto) ?? fail('INVALID_AMOUNT')),
})

export const serializeCardIntent = (setup: CardRequestResult) =>
  ({
    client_secret: setup.clientSecret,
    setup_intent_id: setup.setupRef,
    processor_publishable_key: setup.publishableKey,
    processor_account_id: setup.account,
    customer_id: setup.customerRef,
  }) satisfies Static<typeof CardIntentWire>

export const serializeSavedCard = (card: SavedCard) =>
  ({
    estado: cardStateWords[card.state],
    marca: card.brand,
    ultimos4: card.last4,
    caduca: card.expiresOn,
  }) satisfies Static<typeof SavedCardWire>

export const serializeFee = (fee: Fee, { simulated }: { simulated: boolean }) =>
  ({
    pago_id: fee.paymentId,
    ...serializeBookingFee(fee),
    ...(simulated && { simulado: true }),
  }) satisfies Static<typeof FeeWire>
