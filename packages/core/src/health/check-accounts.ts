import { type CheckResult, ok, type PrepaymentBlocker, problem, skip } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/**
 * Whether every active salon can take the payments that it wants, by the last known state of its
 * account. A salon that was connected within seven days is still being onboarded.
 */
export function checkAccounts(businesses: readonly CheckedBusiness[]): CheckResult[] {
  const active = businesses.filter(({ status }) => status === 'active')
  return [
    chargingResult(active.filter(({ accountRef }) => accountRef !== null)),
    prepaymentResult(active),
  ]
}

function chargingResult(connected: readonly CheckedBusiness[]): CheckResult {
  if (connected.length === 0) return skip('accounts', 'noConnectedAccounts', {})
  const notReady = connected.filter(
    ({ accountReady, accountOnboarding }) => !accountReady && !accountOnboarding,
  )
  if (notReady.length === 0) {
    const onboarding = connected.filter(({ accountOnboarding }) => accountOnboarding)
    return ok('accounts', 'accountsReady', { onboarding: onboarding.map(({ slug }) => slug) })
  }
  return problem('accounts', 'accountsNotReady', {
    accounts: notReady.map(({ slug, cardPayments, accountCheckedAt }) => ({
      slug,
      cardPayments: cardPayments ?? 'none',
      checkedAt: accountCheckedAt,
    })),
  })
}

function prepaymentResult(active: readonly CheckedBusiness[]): CheckResult {
  const requiring = active.filter(({ requiresPrepayment }) => requiresPrepayment)
  const blocked = requiring.flatMap((business) => {
    const reason = prepaymentBlocker(business)
    return reason === null ? [] : [{ slug: business.slug, reason }]
  })
  if (blocked.length > 0)
    return problem('prepayment', 'prepaymentImpossible', { businesses: blocked })
  const onboarding = requiring.some(({ accountOnboarding }) => accountOnboarding)
  return ok('prepayment', 'prepaymentPossible', { onboarding })
}

function prepaymentBlocker(business: CheckedBusiness): PrepaymentBlocker | null {
  if (business.accountRef === null) return 'not_connected'
  if (!business.accountReady && !business.accountOnboarding) return 'cannot_charge'
  return business.acceptsOnlinePayments ? null : 'online_payments_off'
}
