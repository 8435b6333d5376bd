import type { OperationSettings } from '@silla/api'

/**
 * Nothing is counted, measured or refused early: tests ask more often in a second than people in an
 * hour.
 */
export const quietOperations: OperationSettings = {
  limits: null,
  metrics: null,
  mostDelayMilliseconds: null,
}
