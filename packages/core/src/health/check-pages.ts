import { type CheckResult, ok, problem, skip } from './check-result.ts'
import type { CheckedBusiness } from './checked-businesses.ts'

/** Whether every booking page of an active salon has a key to book with (decision 0031). */
export function checkPages(businesses: readonly CheckedBusiness[]): CheckResult {
  const pages = businesses.filter(({ status, onlinePage }) => status === 'active' && onlinePage)
  if (pages.length === 0) return skip('pages', 'noPages', {})
  const without = pages.filter(({ hasPageKey }) => !hasPageKey)
  return without.length === 0
    ? ok('pages', 'pagesHaveKeys', { count: pages.length })
    : problem('pages', 'pageKeysMissing', { slugs: without.map(({ slug }) => slug) })
}
