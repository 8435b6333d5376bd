import type { MergedCustomers } from '@silla/core'
import type { Static } from 'typebox'
import { CustomerCardWire, serializeCustomerCard } from './customer.ts'
import type { Locale } from './localize.ts'
import { failField } from './params.ts'
import { closed, count, flag, identifier, ref } from './schema.ts'

export const MergeWire = closed(
  { con: identifier('The customer who is merged into this one, and then is no customer any more') },
  { description: 'Who is merged', examples: [{ con: 18 }] },
)

export const MergedCustomersWire = closed(
  {
    cliente: { ...ref(CustomerCardWire), description: 'The customer who has the records of both' },
    fusionado_id: identifier('The customer who was merged into them'),
    simulado: flag('Whether it was only tried, with `X-Simular`; nothing has changed then'),
    movido: closed(
      {
        reservas: count('Bookings'),
        pedidos: count('Orders'),
        pagos: count('Payments'),
        lista_espera: count('Entries of the waitlist'),
        notas: count('Notes, with the allergies'),
        consentimientos: count('Records of consents'),
        filas_importadas: count('Rows of files from other products'),
        puntos: count('Points, as one movement of each'),
      },
      { description: 'What became that of the customer' },
    ),
    alergias_borradas: count('Allergies of both that were deleted, without the consent to them'),
  },
  { $id: 'ClientesFusionados', description: 'The customer who has the records of both' },
)

export const customerMergeComponents = [MergedCustomersWire]

/** The id of the other customer; VALIDATION_ERROR for the same one. */
export const requireOther = (id: number, other: number): number =>
  id === other ? failField('con', 'same_customer') : other

export const serializeMergedCustomers = (
  { card, sourceId, moved }: MergedCustomers,
  { simulated }: { simulated: boolean },
  locale: Locale,
): Static<typeof MergedCustomersWire> => ({
  cliente: serializeCustomerCard(card, locale),
  fusionado_id: sourceId,
  simulado: simulated,
  movido: {
    reservas: moved.bookings,
    pedidos: moved.orders,
    pagos: moved.payments,
    lista_espera: moved.waitlistEntries,
    notas: moved.notes,
    consentimientos: moved.consents,
    filas_importadas: moved.importedRows,
    puntos: moved.points,
  },
  alergias_borradas: moved.deletedAllergies,
})
