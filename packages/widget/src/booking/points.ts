import type { Screen, ScreenService } from './screen.ts'
import type { BookingState } from './state.ts'
import { chosenServices, priceOf } from './visit.ts'

/** What paying with points would cost and save; null when none of the services can be redeemed. */
export interface Redemption {
  points: number
  /** In the currency of the salon. */
  amount: number
  /** Nothing is left to pay. */
  coversAll: boolean
}

/** `usar_puntos` redeems every service that has a price in points (D15). */
export function redemptionOf(screen: Screen, state: BookingState): Redemption | null {
  const { hold } = state
  const services = chosenServices(screen, state)
  const redeemable = services.filter(({ puntos_canjea }) => puntos_canjea > 0)
  if (!screen.negocio.configuracion.puntos_activo || redeemable.length === 0) return null
  const prices = redeemable.map((service) => {
    const held = hold?.servicios.find(({ id }) => id === service.id)?.precio
    // an offer is for the salon's price, not for that of a person
    return held === undefined || held === service.precio ? priceOf(service) : held
  })
  return {
    points: sum(redeemable.map(({ puntos_canjea }: ScreenService) => puntos_canjea)),
    amount: sum(prices.map((price) => Math.round(price * 100))) / 100,
    coversAll: redeemable.length === services.length,
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
