import type { CustomRates } from '../../../limits/rates.ts'
import type { SalonFileDocument } from '../schema.ts'

/**
 * How often a minute the salon's keys may ask, where it is not the usual; what is not written is
 * the usual.
 */
export function parseLimits({ limits = {} }: SalonFileDocument): CustomRates {
  const rates: { [Name in keyof CustomRates]: number | undefined } = {
    publishablePerAddress: limits.publishable_per_address,
    publishable: limits.publishable,
    secret: limits.secret,
    create: limits.create,
    lookUp: limits.look_up,
    intent: limits.intent,
    auth: limits.auth,
    secretPerKind: limits.secret_per_kind,
  }
  return Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate !== undefined))
}
