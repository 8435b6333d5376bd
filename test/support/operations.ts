import type { OperationSettings } from '@silla/api'

/** No rate limits, metrics or load shedding: tests send many requests in a short time. */
export const quietOperations: OperationSettings = {
  limits: null,
  metrics: null,
  maxEventLoopDelayMilliseconds: null,
  docs: true,
}
