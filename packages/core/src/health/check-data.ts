import { severalOf } from '../format-list.ts'
import { type Finding, fine, wrong } from './check-result.ts'
import type { ExaminedBusiness } from './checked-businesses.ts'
import { type Ailment, ailments } from './health-checks.ts'

/** What the books of all businesses say: one line for each thing that can be wrong with them. */
export const examineBooks = (businesses: readonly ExaminedBusiness[]): Finding[] =>
  (Object.keys(ailments) as Ailment[]).map((ailment) => findingOf(ailment, businesses))

function findingOf(ailment: Ailment, businesses: readonly ExaminedBusiness[]): Finding {
  const { check, well, ill, fix } = ailments[ailment]
  const sick = businesses.filter((business) => countOf(business[ailment]) > 0)
  if (sick.length === 0) return fine(check, well)
  const shown = severalOf(
    sick.map((business) => `${business.slug} (${told(business[ailment])})`),
    'businesses',
  )
  return wrong(check, `${ill}: ${shown}.`, fix)
}

const countOf = (found: number | readonly number[]) => (typeof found === 'number' ? found : found.length)

function told(found: number | readonly number[]): string {
  if (typeof found === 'number') return String(found)
  return `${found.length === 1 ? 'payment' : 'payments'} ${severalOf(found.map(String))}`
}
