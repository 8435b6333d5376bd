import type { CardFees, CardPolicy, Deposit, DepositPolicy, RefundTier } from '@silla/core'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { closed, count, flag, money, nullable, ref } from './schema.ts'

// What a salon wants in advance, and what it returns to customers who cancel (D38, D39).

const parts = {
  porcentaje: nullable(count('Of the price of each service, in percent; null: it is an amount')),
  importe: nullable(money('For each service; null: it is a percentage')),
}

export const DepositWire = closed(parts, {
  description: 'What is paid of a service in advance; null: as the salon has it',
})

export const DepositPolicyWire = closed(
  {
    ...parts,
    solo_clientes_nuevos: flag('Whether only customers who have not been there yet pay it'),
    desde_total: money('Only for visits that cost at least this'),
  },
  { description: 'What is paid online in advance, the rest at the salon; null: nothing' },
)

const cardFees = {
  no_show: count('Of the price, for somebody who does not come, in percent'),
  cancelacion_tardia: count('Of the price, for a late cancellation, in percent'),
}

export const CardFeesWire = closed(cardFees, {
  description: 'What may be charged to a card for a service; null: as the salon has it',
})

export const CardGuaranteeWire = closed(
  {
    ...cardFees,
    solo_clientes_nuevos: flag('Whether only customers who have not been there yet leave a card'),
    desde_total: money('Only for visits that cost at least this'),
  },
  { description: 'The card that customers leave where nothing is paid in advance; null: none' },
)

export const RefundTierWire = closed(
  {
    horas: count('Hours before the start, at least'),
    porcentaje: count('What is refunded then, in percent'),
  },
  { $id: 'TramoReembolso', description: 'What a customer who cancels in time gets back' },
)

export const policyComponents = [RefundTierWire]

export const policyFields = {
  senal: nullable(DepositPolicyWire),
  garantia_tarjeta: nullable(CardGuaranteeWire),
  senal_tras_ausencias: nullable(
    count('From how many missed visits on a customer pays it; null: they do not matter'),
  ),
  tramos_reembolso: Type.Array(ref(RefundTierWire), {
    description:
      'What a customer who cancels gets back, the earliest first; empty: everything that was paid online',
  }),
}

export const serializeDeposit = ({ percent, amountCents }: Deposit) =>
  ({
    porcentaje: percent,
    importe: amountCents === null ? null : toMajor(amountCents),
  }) satisfies Static<typeof DepositWire>

export const serializeDepositPolicy = (policy: DepositPolicy) =>
  ({
    ...serializeDeposit(policy),
    solo_clientes_nuevos: policy.onlyNewCustomers,
    desde_total: toMajor(policy.fromTotalCents),
  }) satisfies Static<typeof DepositPolicyWire>

export const serializeCardFees = ({ noShowPercent, lateCancelPercent }: CardFees) =>
  ({
    no_show: noShowPercent,
    cancelacion_tardia: lateCancelPercent,
  }) satisfies Static<typeof CardFeesWire>

export const serializeCardGuarantee = (policy: CardPolicy) =>
  ({
    ...serializeCardFees(policy),
    solo_clientes_nuevos: policy.onlyNewCustomers,
    desde_total: toMajor(policy.fromTotalCents),
  }) satisfies Static<typeof CardGuaranteeWire>

export const serializeRefundTiers = (
  tiers: readonly RefundTier[],
): Static<typeof RefundTierWire>[] =>
  tiers.map(({ hours, percent }) => ({ horas: hours, porcentaje: percent }))
