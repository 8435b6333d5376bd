import {
  auditQueries,
  businessQueries,
  catalogQueries,
  inTransaction,
  onboardingQueries,
  processorAccountQueries as queries,
  type Sql,
} from '@silla/db'
import { hashAddressToken, newAddressToken } from '@silla/tenants'
import { findBusiness } from '../../business/business-summary.ts'
import { type Clock, systemClock } from '../../clock.ts'
import {
  isGoneError,
  type Processor,
  type ProcessorAccount,
  type Processors,
  timeBudget,
} from '../../ports/processor.ts'
import { AccountError } from './account-error.ts'
import { type AccountStatus, isReady } from './check-account.ts'
import { onboardingUrl } from './onboarding-url.ts'
import { processorByMode, processorMode } from './processor-by-mode.ts'
import { enqueueDomainRegistration } from './register-domains.ts'
import { enqueueAccountCheck } from './request-account-check.ts'

export interface ConnectAccountInput {
  slug: string
  /** An existing account to connect; null: the connected one, or a new one. */
  account: string | null
  /** Where onboarding returns to; null: the salon's page for it, or without one its website. */
  returnUrl: string | null
  /** Where customers reach the API; null: the salon gets no page for onboarding. */
  publicUrl: string | null
  /**
   * What the platform keeps of each future payment, in hundredths of a percent; null: unchanged.
   */
  feeBasisPoints: number | null
}

export interface ConnectedAccount extends AccountStatus {
  slug: string
  livemode: boolean
  feeBasisPoints: number
  /** Where the salon completes onboarding; null: nothing is missing. */
  onboardingUrl: string | null
  /**
   * `page`: the salon's page for it, which works until the next one or until the account is disconnected
   * (D53); `link`: that of the processor, which works once and for a few minutes; null: nothing is missing
   */
  onboardingKind: 'page' | 'link' | null
}

/**
 * Creates an account for a salon at the processor (D20), or returns where the salon completes the
 * account it has: a new address, in the place of the last one. Repeating it creates no second account: the idempotency key follows from the
 * business and the number of accounts that it has had.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND; AccountError NO_CREDENTIALS, CONNECTED_ALREADY,
 *   ACCOUNT_TAKEN, NO_ACCOUNT, NOT_VALID; ProcessorError
 */
export async function connectAccount(
  admin: Sql,
  processors: Processors,
  input: ConnectAccountInput,
  clock: Clock = systemClock,
): Promise<ConnectedAccount> {
  const business = await findBusiness(
    businessQueries.findBusinessBySlug(admin, input.slug),
    input.slug,
  )
  const mode = processorMode(business.mode)
  const processor = processorByMode(processors, mode)
  await assertAvailable(admin, business, input.account)
  const contact = await contactOf(admin, business.businessId)
  const hasPage = input.returnUrl === null && isSecureUrl(input.publicUrl ?? '')
  const returnUrl = input.returnUrl === null ? contact.website : readReturnUrl(input.returnUrl)
  const account = await findOrCreateAccount(admin, processor, business, {
    requested: input.account,
    contact,
    returnUrl: hasPage ? null : returnUrl,
  })
  const livemode = mode === 'live'
  const token = hasPage && !isReady(account) ? newAddressToken() : null
  const feeBasisPoints = await record(admin, business, account, {
    livemode,
    at: clock.now(),
    fee: input.feeBasisPoints,
    tokenHash: token === null ? null : hashAddressToken(token),
  })
  return {
    slug: business.slug,
    account: account.account,
    cardPayments: account.cardPayments,
    missing: account.missing,
    ready: isReady(account),
    livemode,
    feeBasisPoints,
    ...(await onboardingOf(token)),
  }

  async function onboardingOf(
    token: string | null,
  ): Promise<Pick<ConnectedAccount, 'onboardingUrl' | 'onboardingKind'>> {
    if (isReady(account)) return { onboardingUrl: null, onboardingKind: null }
    if (token === null) {
      const link = await onboardingLink(processor, account, returnUrl)
      return { onboardingUrl: link, onboardingKind: 'link' }
    }
    return { onboardingUrl: onboardingUrl(input.publicUrl ?? '', token), onboardingKind: 'page' }
  }
}

type Business = businessQueries.RegisteredBusiness

async function assertAvailable(
  sql: Sql,
  business: Business,
  requested: string | null,
): Promise<void> {
  if (requested === null) return
  if (!/^acct_[A-Za-z0-9]{1,100}$/.test(requested)) {
    throw new AccountError(
      'NOT_VALID',
      `${requested} is not an account ID: expected one like acct_1AbC.`,
    )
  }
  const [owner] = await queries.findAccountOwner(sql, requested)
  if (owner && owner.businessId !== business.businessId) {
    throw new AccountError(
      'ACCOUNT_TAKEN',
      `${requested} belongs to another business, ${owner.slug}.`,
    )
  }
  const current = currentOf(await queries.listRegisteredAccounts(sql, business.businessId))
  if (current !== null && current !== requested) {
    throw new AccountError(
      'CONNECTED_ALREADY',
      `${business.slug} is connected to ${current} already.`,
    )
  }
}

const currentOf = (
  accounts: { accountRef: string; disconnectedAt: Date | null }[],
): string | null => accounts.find((account) => account.disconnectedAt === null)?.accountRef ?? null

const contactOf = async (admin: Sql, businessId: string): Promise<queries.AccountContact> =>
  inTransaction(admin, async (tx) => {
    const [contact] = await queries.findContact(await businessQueries.setTenant(tx, businessId))
    if (!contact) throw new Error(`business ${businessId} is registered but has no profile`)
    return contact
  })

async function findOrCreateAccount(
  admin: Sql,
  processor: Processor,
  business: Business,
  {
    requested,
    contact,
    returnUrl,
  }: { requested: string | null; contact: queries.AccountContact; returnUrl: string | null },
): Promise<ProcessorAccount> {
  const previous = await queries.listRegisteredAccounts(admin, business.businessId)
  const existing = requested ?? currentOf(previous)
  const budget = timeBudget()
  if (existing !== null)
    return processor.getAccount({ account: existing, budget }).catch(throwNoAccount(existing))
  if (contact.email === '') {
    throw new AccountError(
      'NOT_VALID',
      `${business.slug} has no email address, which the processor requires.`,
    )
  }
  // checked first, because without a return URL the new account could not be onboarded
  if (returnUrl !== null) assertReturnUrl(returnUrl)
  const { name, email, country } = contact
  const key = `connect:${business.businessId}:${previous.length}`
  return processor.createAccount({
    key,
    businessId: business.businessId,
    name,
    email,
    country,
    budget,
  })
}

const throwNoAccount = (account: string) => (error: unknown) => {
  if (!isGoneError(error)) throw error
  throw new AccountError(
    'NO_ACCOUNT',
    `There is no account ${account}, or it is not connected to the platform.`,
  )
}

/** @returns what the platform keeps, in hundredths of a percent */
function record(
  admin: Sql,
  business: Business,
  account: ProcessorAccount,
  {
    livemode,
    at,
    fee,
    tokenHash,
  }: { livemode: boolean; at: Date; fee: number | null; tokenHash: Buffer | null },
): Promise<number> {
  const ref = account.account
  return inTransaction(admin, async (registry) => {
    await businessQueries.lockBusinessBySlug(registry, business.slug)
    const current = currentOf(await queries.listRegisteredAccounts(registry, business.businessId))
    const tx = await businessQueries.setTenant(registry, business.businessId)
    if (current === null) {
      if (
        (await queries.registerAccount(registry, { ref, businessId: business.businessId, at }))
          .length === 0
      ) {
        throw new AccountError('ACCOUNT_TAKEN', `${ref} belongs to another business.`)
      }
      const status = { cardPayments: account.cardPayments, ready: isReady(account) }
      await queries.insertAccount(tx, { ref, livemode, ...status, at })
      if (status.ready) await enqueueDomainRegistration(tx)
      await catalogQueries.touchCatalog(tx)
    } else if (current === ref) {
      // the job stores the account's current state and notifies the salon
      await enqueueAccountCheck(tx, ref)
    } else
      throw new AccountError(
        'CONNECTED_ALREADY',
        `${business.slug} is connected to ${current} already.`,
      )
    if (tokenHash !== null) {
      const { businessId } = business
      await onboardingQueries.upsertOnboardingToken(registry, { businessId, tokenHash, at })
    }
    if (fee !== null) await queries.updateFee(tx, { ref, feeBasisPoints: fee })
    if (current === null || fee !== null) {
      await auditQueries.insertAuditEntry(tx, {
        action: 'stripe.connect',
        detail: { account: ref, feeBasisPoints: fee },
        at,
      })
    }
    const [row] = await queries.findAccountByRef(tx, ref)
    return row?.feeBasisPoints ?? 0
  })
}

async function onboardingLink(
  processor: Processor,
  { account }: ProcessorAccount,
  returnUrl: string,
): Promise<string> {
  assertReturnUrl(returnUrl)
  const { url } = await processor.createOnboardingLink({
    account,
    returnUrl,
    refreshUrl: returnUrl,
    budget: timeBudget(),
  })
  return url
}

function readReturnUrl(text: string): string {
  if (isSecureUrl(text)) return text
  throw new AccountError(
    'NOT_VALID',
    `${text} is not an HTTPS URL: expected one like https://salon.example/thanks.`,
  )
}

function assertReturnUrl(returnUrl: string): void {
  if (isSecureUrl(returnUrl)) return
  throw new AccountError(
    'NOT_VALID',
    'The salon has no website with HTTPS to return to, and no return URL was given.',
  )
}

/** The processor returns only to HTTPS, and during development to the same machine. */
function isSecureUrl(text: string): boolean {
  const { protocol, hostname } = URL.parse(text) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && sameMachine.includes(hostname ?? ''))
}

const sameMachine = ['localhost', '127.0.0.1', '[::1]']
