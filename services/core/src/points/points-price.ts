import { fail } from '@silla/errors'
import type { Service, Settings } from '../catalog/catalog.ts'

/**
 * What a visit costs in points when its customer pays with them: every service that can be redeemed is (D15).
 *
 * @returns how many points, and which services they pay for
 * @throws POINTS_DISABLED, POINTS_NOT_APPLICABLE
 */
export function pointsPriceOf(
  services: readonly Pick<Service, 'id' | 'pointsPrice'>[],
  settings: Pick<Settings, 'pointsEnabled'>,
): { points: number; serviceIds: ReadonlySet<number> } {
  if (!settings.pointsEnabled) fail('POINTS_DISABLED')
  const redeemed = services.filter(({ pointsPrice }) => pointsPrice > 0)
  if (redeemed.length === 0) fail('POINTS_NOT_APPLICABLE')
  return {
    points: redeemed.reduce((sum, { pointsPrice }) => sum + pointsPrice, 0),
    serviceIds: new Set(redeemed.map(({ id }) => id)),
  }
}
