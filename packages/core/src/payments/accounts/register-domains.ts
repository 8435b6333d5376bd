import {
  jobQueries,
  paymentDomainQueries,
  processorAccountQueries,
  type Sql,
  type Tx,
} from '@silla/db'
import {
  isGoneError,
  type Processor,
  type ProcessorDomain,
  ProcessorError,
  type Processors,
  timeBudget,
} from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import type { Tenants } from '../../tenant.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { paymentDomains } from './payment-domains.ts'

/** More would take the processor too long; a key alone may have fifty origins. */
const maxDomains = 100

/**
 * Registers the domains of the salon's pages at the processor, so that wallets are offered there (D52):
 * that of the booking page, and those of its publishable keys. Compares them with what is registered, and
 * has what is not active verified again. A domain that the processor refuses is stored with the reason. One
 * that was registered here and is not the salon's any more is disabled, and so are all of an account that it
 * is not connected to any more; those that the salon has registered itself stay as they are.
 *
 * @param publicUrl where customers reach the API; null: not known
 * @throws ProcessorError unless it refuses to register a domain
 */
export async function registerDomains(
  context: TenantContext,
  processors: Processors,
  publicUrl: string | null,
): Promise<void> {
  await registerOwn(context, processors, publicUrl)
  await disableFormer(context, processors)
}

async function registerOwn(
  context: TenantContext,
  processors: Processors,
  publicUrl: string | null,
): Promise<void> {
  const { tenant, realClock } = context
  const now = realClock.now()
  const { settings } = await tenant.catalog()
  const [[account], [keys]] = await tenant.db.batch((tx) => [
    processorAccountQueries.findChargingAccount(tx),
    paymentDomainQueries.findKeyOrigins(tx, now),
  ])
  if (!account) return
  const { accountRef } = account
  const page = settings.onlinePage && publicUrl !== null ? [publicUrl] : []
  const wanted = paymentDomains([...page, ...(keys?.origins ?? [])]).slice(0, maxDomains)
  const processor = await processorByAccount(context, processors, accountRef)
  const domains = wanted.length === 0 ? [] : await register(processor, accountRef, wanted)
  const others = await tenant.db.transaction(async (tx) => {
    for (const domain of domains)
      await paymentDomainQueries.upsertPaymentDomain(tx, { ...domain, accountRef, at: now })
    return paymentDomainQueries.listOtherDomains(tx, { accountRef, domains: wanted })
  })
  // until then their rows say that they are to be disabled
  for (const { domain } of others)
    await processor.disableDomain({ account: accountRef, domain, budget: timeBudget() })
  await tenant.db.transaction((tx) =>
    paymentDomainQueries.deleteOtherDomains(tx, { accountRef, domains: wanted }),
  )
}

/** As far as it is possible: an account that has withdrawn the platform's access decides itself. */
async function disableFormer(context: TenantContext, processors: Processors): Promise<void> {
  const { db } = context.tenant
  const former = await db.transaction(paymentDomainQueries.listFormerDomains)
  const accounts = Map.groupBy(former, ({ accountRef }) => accountRef)
  for (const [account, domains] of accounts) {
    const processor = await processorByAccount(context, processors, account)
    for (const { domain } of domains)
      await processor
        .disableDomain({ account, domain, budget: timeBudget() })
        .catch((error: unknown) => {
          const isFinal =
            isGoneError(error) || (error instanceof ProcessorError && error.kind === 'refused')
          if (!isFinal) throw error
        })
    await db.transaction((tx) =>
      paymentDomainQueries.deleteOtherDomains(tx, { accountRef: account, domains: [] }),
    )
  }
}

async function register(
  processor: Processor,
  account: string,
  wanted: readonly string[],
): Promise<paymentDomainQueries.PaymentDomainRow[]> {
  const listed = await processor.listDomains({ account, budget: timeBudget() })
  const registered = new Map(listed.map((each) => [each.domain, each]))
  const domains: paymentDomainQueries.PaymentDomainRow[] = []
  for (const domain of wanted) {
    const { active, failure }: Pick<paymentDomainQueries.PaymentDomainRow, 'active' | 'failure'> =
      registered.get(domain)?.active
        ? { active: true, failure: '' }
        : await registerDomain(processor, account, domain)
    domains.push({ domain, active, failure })
  }
  return domains
}

async function registerDomain(
  processor: Processor,
  account: string,
  domain: string,
): Promise<ProcessorDomain & { failure: string }> {
  try {
    const registered = await processor.registerDomain({ account, domain, budget: timeBudget() })
    return { ...registered, failure: '' }
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind !== 'refused') throw error
    return { domain, active: false, failure: error.message.slice(0, 500) }
  }
}

/** Enqueues the registration: the pages of the salon, or its account, have changed. */
export const enqueueDomainRegistration = (tx: Tx): Promise<unknown> =>
  jobQueries.enqueue(tx, { task: 'register-domains', payload: {}, key: 'register-domains' })

/**
 * Enqueues it for every salon when customers reach the API elsewhere than at the last start of a worker.
 *
 * @param registry the pool for functions of the registry
 */
export async function registerChangedAddress(
  registry: Sql,
  tenants: Tenants,
  publicUrl: string | null,
): Promise<void> {
  if (!(await paymentDomainQueries.changePublicAddress(registry, publicUrl ?? ''))) return
  for (const { businessId } of await jobQueries.listBusinessIds(registry))
    await tenants.tenant(businessId, '').db.transaction(enqueueDomainRegistration)
}
