import type { Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import type { SecretsKeys } from '../credentials/seal.ts'
import { processorMode } from '../payments/accounts/processor-by-mode.ts'
import {
  deliveryFault,
  type Endpoints,
  eventsFault,
  foreignEndpointsAt,
  type OurEndpoint,
  readEndpoints,
  secretFault,
  urlsWithoutThin,
  versionFault,
} from '../payments/webhooks/endpoint-status.ts'
import {
  ProcessorError,
  type ProcessorMode,
  type Processors,
  timeBudget,
} from '../ports/processor.ts'
import { type CheckResult, ok, problem, skip, type WebhookFault } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/** What checking the webhook needs. */
export interface CheckedWebhook {
  processors: Processors
  /** null: not configured here */
  secretsKeys: SecretsKeys | null
  businesses: readonly CheckedBusiness[]
}

/**
 * Whether the events of one mode are delivered, are those that this release handles, and can be
 * verified (D20, D23). It only reads from
 * the processor, for four seconds at most.
 *
 * @returns the result of `webhook-live` or `webhook-test`
 */
export async function checkWebhook(
  admin: Sql,
  mode: ProcessorMode,
  { processors, secretsKeys, businesses }: CheckedWebhook,
  clock: Clock,
): Promise<CheckResult> {
  const check = `webhook-${mode}`
  const processor = processors(mode)
  if (processor === null) return withoutKeys(check, mode, businesses)
  try {
    const budget = timeBudget(maxMilliseconds)
    const endpoints = await readEndpoints(admin, processor, mode, budget)
    const faults = faultsOf(endpoints, secretsKeys, clock.now())
    return faults.length > 0
      ? problem(check, 'webhookFaults', { faults })
      : ok(check, 'webhookDelivers', { urls: urlsOf(endpoints) })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    return problem(check, 'processorFailed', { message: error.message })
  }
}

const maxMilliseconds = 4000

function withoutKeys(
  check: string,
  mode: ProcessorMode,
  businesses: readonly CheckedBusiness[],
): CheckResult {
  const slugs = businesses
    .filter((each) => each.accountRef !== null && processorMode(each.mode) === mode)
    .map(({ slug }) => slug)
  return slugs.length === 0
    ? skip(check, 'processorKeysNotNeeded', { mode })
    : problem(check, 'processorKeysMissing', { mode, slugs })
}

function faultsOf(
  endpoints: Endpoints,
  secretsKeys: SecretsKeys | null,
  now: Date,
): WebhookFault[] {
  const active = activeEndpoints(endpoints)
  const faults: WebhookFault[] = []
  if (active.length === 0) faults.push({ kind: 'not_set_up' })
  else if (secretsKeys === null) faults.push({ kind: 'secrets_key_missing' })
  return [
    ...faults,
    ...urlsWithoutThin(active).map((url): WebhookFault => ({ kind: 'thin_missing', url })),
    ...active.flatMap((endpoint) => endpointFaults(endpoint, endpoints, secretsKeys)),
    ...urlsOf(endpoints).flatMap((url) =>
      foreignEndpointsAt(url, endpoints).map(
        (endpointRef): WebhookFault => ({ kind: 'foreign', endpointRef, url }),
      ),
    ),
    ...endpoints.ours
      .filter((endpoint) => isOverdue(endpoint, now))
      .map(({ endpointRef, url }): WebhookFault => ({ kind: 'not_deleted', endpointRef, url })),
  ]
}

const activeEndpoints = ({ ours }: Endpoints): OurEndpoint[] =>
  ours.filter(({ retiresAt }) => retiresAt === null)

const urlsOf = (endpoints: Endpoints): string[] => [
  ...new Set(activeEndpoints(endpoints).map(({ url }) => url)),
]

function endpointFaults(
  endpoint: OurEndpoint,
  { listed }: Endpoints,
  secretsKeys: SecretsKeys | null,
): WebhookFault[] {
  const { endpointRef, url } = endpoint
  const details = [
    deliveryFault(endpoint, listed),
    eventsFault(endpoint, listed),
    versionFault(endpoint, listed),
    secretsKeys === null ? '' : secretFault(endpoint, secretsKeys),
  ]
  return details
    .filter((detail) => detail !== '')
    .map((detail) => ({ kind: 'broken', endpointRef, url, detail }))
}

/** It should be deleted the night after its grace period, and that night may be a long one. */
const isOverdue = ({ retiresAt }: OurEndpoint, now: Date): boolean =>
  retiresAt !== null && now.getTime() - retiresAt.getTime() > 48 * 3_600_000
