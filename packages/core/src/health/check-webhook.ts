import type { Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import { processorMode } from '../payments/accounts/processor-by-mode.ts'
import {
  deliveryFault,
  type Endpoints,
  foreignEndpointsAt,
  type OurEndpoint,
  readEndpoints,
  secretFault,
} from '../payments/webhooks/endpoint-status.ts'
import {
  ProcessorError,
  type ProcessorMode,
  type Processors,
  timeBudget,
} from '../ports/processor.ts'
import { formatList } from '../text.ts'
import { type CheckResult, ok, problem, skip } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/** What it takes to look at the webhook. */
export interface CheckedWebhook {
  processors: Processors
  /** null: not set here */
  secretsKey: Buffer | null
  businesses: readonly CheckedBusiness[]
}

/**
 * Whether the events of one mode reach us and are believed (D20, D23). The processor is only asked,
 * for four seconds at most.
 *
 * @returns a line `webhook-live` or `webhook-test`
 */
export async function checkWebhook(
  admin: Sql,
  mode: ProcessorMode,
  { processors, secretsKey, businesses }: CheckedWebhook,
  clock: Clock,
): Promise<CheckResult> {
  const check = `webhook-${mode}`
  const processor = processors(mode)
  if (processor === null) return withoutKeys(check, mode, businesses)
  try {
    const endpoints = await readEndpoints(admin, processor, mode, timeBudget(patienceMilliseconds))
    const faults = faultsOf(endpoints, secretsKey, clock.now())
    if (faults.length > 0) return problem(check, sentenceOf(faults), fixOf(faults))
    return ok(check, `Events reach us at ${urlsOf(endpoints).join(', ')}.`)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    const fix =
      'May this machine reach it, and are STRIPE_SECRET_KEY and its companions those of the platform?'
    return problem(check, `The processor gives no answer of use (${error.message}).`, fix)
  }
}

const patienceMilliseconds = 4000

function withoutKeys(
  check: string,
  mode: ProcessorMode,
  businesses: readonly CheckedBusiness[],
): CheckResult {
  const connected = businesses.filter(
    (each) => each.accountRef !== null && processorMode(each.mode) === mode,
  )
  if (connected.length === 0)
    return skip(check, `There are no ${mode} keys of the processor here, and no salon needs them.`)
  const slugs = formatList(
    connected.map(({ slug }) => slug),
    'salons',
  )
  const setting =
    mode === 'live'
      ? 'a live STRIPE_SECRET_KEY'
      : 'a test STRIPE_SECRET_KEY, beside a live one STRIPE_TEST_SECRET_KEY,'
  return problem(
    check,
    `There are no ${mode} keys of the processor here, and these salons are connected to it: ${slugs}.`,
    `Set ${setting} with its publishable key, here as for API and worker.`,
  )
}

interface Fault {
  fault: string
  fix: string
}

const sentenceOf = (faults: readonly Fault[]) => `${faults.map(({ fault }) => fault).join('; ')}.`

const fixOf = (faults: readonly Fault[]) =>
  `${[...new Set(faults.map(({ fix }) => fix))].join(' ')} Then try it: silla stripe webhook verify.`

function faultsOf(endpoints: Endpoints, secretsKey: Buffer | null, now: Date): Fault[] {
  const current = inForce(endpoints)
  return [
    ...(current.length === 0
      ? [
          {
            fault: 'The processor was never told where to send its events',
            fix: ensure('https://...'),
          },
        ]
      : []),
    ...(secretsKey === null && current.length > 0
      ? [
          {
            fault:
              'SECRETS_KEY is not set here, so that nobody knows whether their secret can be opened',
            fix: 'Set SECRETS_KEY as the API has it.',
          },
        ]
      : []),
    ...current.flatMap((endpoint) => faultOf(endpoint, endpoints, secretsKey)),
    ...urlsOf(endpoints).flatMap((url) =>
      foreignEndpointsAt(url, endpoints).map((ref) => strangerAt(url, ref)),
    ),
    ...endpoints.ours.filter((endpoint) => isLeft(endpoint, now)).map(leftBehind),
  ]
}

const inForce = ({ ours }: Endpoints): OurEndpoint[] =>
  ours.filter(({ retiresAt }) => retiresAt === null)

const urlsOf = (endpoints: Endpoints): string[] => [
  ...new Set(inForce(endpoints).map(({ url }) => url)),
]

const ensure = (address: string) =>
  `Run silla stripe webhook setup ${address}, with the address at which the API is reached from outside.`

function faultOf(endpoint: OurEndpoint, { listed }: Endpoints, secretsKey: Buffer | null): Fault[] {
  const faults = [
    deliveryFault(endpoint, listed),
    secretsKey === null ? '' : secretFault(endpoint, secretsKey),
  ]
  const { endpointRef, url } = endpoint
  return faults
    .filter((fault) => fault !== '')
    .map((fault) => ({
      fault: `${endpointRef} for ${url}: ${fault}`,
      fix: `Run silla stripe webhook setup ${new URL(url).origin}, which makes it anew.`,
    }))
}

const strangerAt = (url: string, ref: string): Fault => ({
  fault: `${ref} sends to ${url} as well and is none of ours, so that what it sends is refused`,
  fix: `Delete ${ref} in the dashboard of the processor.`,
})

/** The night after its day is over it is deleted, and a night may be long. */
const isLeft = ({ retiresAt }: OurEndpoint, now: Date): boolean =>
  retiresAt !== null && now.getTime() - retiresAt.getTime() > 48 * 3_600_000

const leftBehind = ({ endpointRef, url }: OurEndpoint): Fault => ({
  fault: `${endpointRef} should have been deleted at the processor long ago`,
  fix: `The worker does so every night: is it alive? Running silla stripe webhook setup ${new URL(url).origin} does it at once.`,
})
