import { formatList } from '../text.ts'
import { type CheckResult, ok, problem, skip } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/**
 * Whether every salon that is open can take the money it wants, as the processor last said. One
 * that was connected within a week is still answering what the processor asks of it.
 */
export function checkAccounts(businesses: readonly CheckedBusiness[]): CheckResult[] {
  const open = businesses.filter(({ status }) => status === 'active')
  return [
    accountsFinding(open.filter(({ accountRef }) => accountRef !== null)),
    prepaymentFinding(open),
  ]
}

function accountsFinding(connected: readonly CheckedBusiness[]): CheckResult {
  if (connected.length === 0)
    return skip('accounts', 'No open salon is connected to the processor.')
  const lame = connected.filter(
    ({ accountReady, accountOnboarding }) => !accountReady && !accountOnboarding,
  )
  if (lame.length === 0)
    return ok('accounts', `Every connected account can charge cards${butFor(connected)}.`)
  const shown = formatList(lame.map(lameAccount), 'salons')
  return problem(
    'accounts',
    `Connected accounts cannot charge cards: ${shown}.`,
    'silla stripe status SLUG asks the processor anew; silla stripe connect SLUG prints the link where the salon goes on, ' +
      'silla stripe disconnect SLUG gives it up.',
  )
}

function butFor(connected: readonly CheckedBusiness[]): string {
  const underWay = connected.filter(({ accountOnboarding }) => accountOnboarding)
  if (underWay.length === 0) return ''
  const shown = formatList(
    underWay.map(({ slug }) => slug),
    'salons',
  )
  return `, but for those connected within seven days that are still under way: ${shown}`
}

const lameAccount = ({ slug, cardPayments, accountCheckedAt }: CheckedBusiness): string =>
  `${slug} (${cardPayments}, as of ${accountCheckedAt?.toISOString().slice(0, 16).replace('T', ' ')} UTC)`

function prepaymentFinding(open: readonly CheckedBusiness[]): CheckResult {
  const wanting = open.filter(({ requiresPrepayment }) => requiresPrepayment)
  const unable = wanting.filter(
    ({ accountReady, accountOnboarding, acceptsOnlinePayments }) =>
      !(accountReady || accountOnboarding) || !acceptsOnlinePayments,
  )
  if (unable.length === 0) {
    const under = wanting.some(({ accountOnboarding }) => accountOnboarding)
      ? ', or will be when it is through'
      : ''
    return ok('prepayment', `Every salon that wants to be paid before the visit can be${under}.`)
  }
  const shown = formatList(
    unable.map((salon) => `${salon.slug} (${reason(salon)})`),
    'salons',
  )
  return problem(
    'prepayment',
    `Salons want to be paid before the visit and are booked unpaid: ${shown}.`,
    'silla stripe connect SLUG, and online_payments: true in its file; else silla businesses update SLUG --no-prepayment.',
  )
}

function reason({ accountRef, accountReady, accountOnboarding }: CheckedBusiness): string {
  if (accountRef === null) return 'not connected'
  return accountReady || accountOnboarding ? 'online_payments is off' : 'cannot charge cards'
}
