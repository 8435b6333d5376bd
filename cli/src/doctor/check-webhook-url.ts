import { systemClock } from '@silla/core/clock'
import type { CheckResult } from '@silla/core/health/check-result'
import { checkWebhook } from '@silla/core/health/check-webhook'
import type { CheckedBusiness } from '@silla/core/health/checked-businesses'
import type { Sql } from '@silla/db'
import { processors, secretsKey } from '../db/processor.ts'

/** Whether the processor brings us the events of one mode, by the keys that are set here. */
export const checkWebhookUrl = async (
  admin: Sql,
  mode: 'live' | 'test',
  businesses: readonly CheckedBusiness[],
): Promise<CheckResult> =>
  checkWebhook(
    admin,
    mode,
    { processors: processors(), secretsKey: secretsKey(), businesses },
    systemClock,
  )
