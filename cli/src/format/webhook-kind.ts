import type { ProcessorMode, WebhookPayload } from '@silla/core'

/** `test`, `test, thin events` */
export const kindOf = (mode: ProcessorMode, payload: WebhookPayload): string =>
  payload === 'thin' ? `${mode}, thin events` : mode
