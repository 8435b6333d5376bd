import { paymentDomains } from '../payments/accounts/payment-domains.ts'
import { type CheckResult, ok, problem, skip } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/**
 * Whether wallets are offered on every page that takes payments (D52), as the processor has last reported:
 * at the domains that are registered, and on the booking pages.
 *
 * @param publicUrl where customers reach the API; null: not known here
 */
export function checkWallets(
  businesses: readonly CheckedBusiness[],
  publicUrl: string | null,
): CheckResult {
  const charging = businesses.filter(
    ({ status, accountReady }) => status === 'active' && accountReady,
  )
  const pageDomains = publicUrl === null ? [] : paymentDomains([publicUrl])
  const expected = charging.flatMap(({ slug, onlinePage, paymentDomains: registered }) => {
    const domains = [...registered.map(({ domain }) => domain), ...(onlinePage ? pageDomains : [])]
    return [...new Set(domains)].map((domain) => ({
      slug,
      domain,
      isActive: registered.some((each) => each.domain === domain && each.active),
    }))
  })
  if (expected.length === 0) return skip('wallets', 'noPaymentDomains', {})
  const missing = expected.filter(({ isActive }) => !isActive)
  return missing.length === 0
    ? ok('wallets', 'walletsOffered', { count: expected.length })
    : problem('wallets', 'walletsNotOffered', {
        domains: missing.map(({ slug, domain }) => ({ slug, domain })),
      })
}
