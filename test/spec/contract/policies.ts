import { anyListOf, type Fields, orNull } from './shape.ts'

const deposit = { porcentaje: orNull('integer'), importe: orNull('money') } as const

/** D39: of a service. */
export const serviceDeposit = orNull(deposit)

const cardFees = { no_show: 'integer', cancelacion_tardia: 'integer' } as const

/** D50: of a service. */
export const serviceCardFees = orNull(cardFees)

/** D38, D39: of a salon. */
export const policies: Fields = {
  senal: orNull({ ...deposit, solo_clientes_nuevos: 'boolean', desde_total: 'money' }),
  // D50
  garantia_tarjeta: orNull({
    ...cardFees,
    ...{ solo_clientes_nuevos: 'boolean', desde_total: 'money' },
  }),
  senal_tras_ausencias: orNull('integer'),
  tramos_reembolso: anyListOf({ horas: 'integer', porcentaje: 'integer' }),
}
