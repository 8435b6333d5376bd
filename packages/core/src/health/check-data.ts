import { formatList } from '../text.ts'
import { type CheckResult, ok, problem } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'
import { type HealthCheck, healthChecks } from './health-checks.ts'

/** What the books of all businesses say: one line for each thing that can be wrong with them. */
export const checkData = (businesses: readonly CheckedBusiness[]): CheckResult[] =>
  (Object.keys(healthChecks) as HealthCheck[]).map((ailment) => findingOf(ailment, businesses))

function findingOf(ailment: HealthCheck, businesses: readonly CheckedBusiness[]): CheckResult {
  const { check, well, ill, fix } = healthChecks[ailment]
  const sick = businesses.filter((business) => countOf(business[ailment]) > 0)
  if (sick.length === 0) return ok(check, well)
  const shown = formatList(
    sick.map((business) => `${business.slug} (${told(business[ailment])})`),
    'businesses',
  )
  return problem(check, `${ill}: ${shown}.`, fix)
}

const countOf = (found: number | readonly number[]) =>
  typeof found === 'number' ? found : found.length

function told(found: number | readonly number[]): string {
  if (typeof found === 'number') return String(found)
  return `${found.length === 1 ? 'payment' : 'payments'} ${formatList(found.map(String))}`
}
